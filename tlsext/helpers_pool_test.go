package tlsext

func (id *identity) pool() *CertPool { return id.stockPool() }
