package tlsext

import (
	"container/list"
	"slices"
	"sync"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/x509ext"
)

// A ClientSessionCache keeps sessions that a client may resume. Sessions are secrets.
// Methods may be called concurrently. Put with a nil state removes the entry; this
// package removes a session when it offers it, because a ticket sent twice lets
// observers link connections (RFC 8446, appendix C.4).
type ClientSessionCache interface {
	Get(key string) (*ClientSessionState, bool)
	Put(key string, state *ClientSessionState)
}

// ClientSessionState is a session that can be resumed.
type ClientSessionState struct {
	ticket     []byte
	ageAdd     uint32
	received   time.Time
	expires    time.Time
	suite      uint16
	psk        []byte
	serverName string // as configured, not as sent
	peer       []*x509ext.Certificate
}

// lruCache is the cache of NewLRUClientSessionCache.
type lruCache struct {
	mu       sync.Mutex
	capacity int
	order    *list.List // of *lruEntry, the most recent first
	entries  map[string]*list.Element
}

type lruEntry struct {
	key   string
	state *ClientSessionState
}

// NewLRUClientSessionCache returns a cache for a number of servers, 64 if capacity is
// below 1. The least recently used session is dropped first.
func NewLRUClientSessionCache(capacity int) ClientSessionCache {
	if capacity < 1 {
		capacity = 64
	}
	return &lruCache{capacity: capacity, order: list.New(), entries: make(map[string]*list.Element)}
}

func (c *lruCache) Get(key string) (*ClientSessionState, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*lruEntry).state, true
}

func (c *lruCache) Put(key string, state *ClientSessionState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		c.order.Remove(e)
		delete(c.entries, key)
	}
	if state == nil {
		return
	}
	if c.order.Len() >= c.capacity {
		oldest := c.order.Back()
		c.order.Remove(oldest)
		delete(c.entries, oldest.Value.(*lruEntry).key)
	}
	c.entries[key] = c.order.PushFront(&lruEntry{key, state})
}

// wantsTickets reports whether a client resumes sessions at all.
func (c *Conn) wantsTickets() bool {
	return !c.config.SessionTicketsDisabled && c.config.ClientSessionCache != nil
}

func (c *Conn) cacheKey() string {
	if c.config.ServerName != "" {
		return c.config.ServerName
	}
	return c.conn.RemoteAddr().String()
}

// maxOfferedTicket keeps a ClientHello with a ticket within what servers accept.
const maxOfferedTicket = 40 << 10

// receiveTicket stores a NewSessionTicket (RFC 8446, section 4.6.1).
func (c *Conn) receiveTicket(m *message) error {
	t, err := handshake.ParseNewSessionTicket(m.body)
	if err != nil {
		return err
	}
	if err := handshake.CheckPlaces(t.Extensions, handshake.InNewSessionTicket); err != nil {
		return err
	}
	if t.Lifetime > handshake.MaxTicketLifetime {
		return alert.Errorf(alert.IllegalParameter, "NewSessionTicket: lifetime of %d s is longer than seven days", t.Lifetime)
	}
	if !c.wantsTickets() || t.Lifetime == 0 || len(t.Ticket) > maxOfferedTicket {
		return nil
	}
	now := c.set.now()
	c.config.ClientSessionCache.Put(c.cacheKey(), &ClientSessionState{
		ticket:     slices.Clone(t.Ticket),
		ageAdd:     t.AgeAdd,
		received:   now,
		expires:    now.Add(time.Duration(t.Lifetime) * time.Second),
		suite:      c.suite.ID,
		psk:        c.suite.ResumptionPSK(c.in.resumption, t.Nonce),
		serverName: c.config.ServerName,
		peer:       c.state.PeerCertificates,
	})
	return nil
}

// offeredSession is a session in use by a handshake.
type offeredSession struct {
	state    *ClientSessionState
	suite    *keyschedule.Suite
	chains   [][]*x509ext.Certificate
	schedule *keyschedule.Schedule // at the early secret
}

// loadSession takes a session from the cache. The server is not going to prove its
// identity again, so its chain is verified anew against today's configuration: a cache
// shared by two configurations does not lend one the trust of the other.
func (c *Conn) loadSession() *offeredSession {
	if !c.wantsTickets() {
		return nil
	}
	key := c.cacheKey()
	state, ok := c.config.ClientSessionCache.Get(key)
	if !ok || state == nil {
		return nil
	}
	c.config.ClientSessionCache.Put(key, nil)
	now := c.set.now()
	if state.serverName != c.config.ServerName || now.Before(state.received) || !now.Before(state.expires) {
		return nil
	}
	o := &offeredSession{state: state, suite: keyschedule.SuiteByID(state.suite)}
	if o.suite == nil || !slices.Contains(c.set.suites, o.suite) || len(state.peer) == 0 {
		return nil
	}
	if !c.set.mayProve(state.peer[0]) {
		return nil
	}
	if !c.config.InsecureSkipVerify {
		var err error
		if o.chains, err = c.serverCheck().verify(state.peer); err != nil {
			return nil
		}
	}
	o.schedule = keyschedule.New(o.suite, state.psk)
	return o
}

// extension is pre_shared_key with room for the binder.
func (o *offeredSession) extension(now time.Time) *handshake.PreSharedKey {
	age := uint32(now.Sub(o.state.received) / time.Millisecond)
	return &handshake.PreSharedKey{
		Identities: []handshake.Identity{{Ticket: o.state.ticket, ObfuscatedAge: age + o.state.ageAdd}},
		Binders:    [][]byte{make([]byte, o.suite.HashLen)},
	}
}

// bind fills in the binder at the end of a ClientHello (RFC 8446, section 4.2.11.2).
// before is the transcript up to a HelloRetryRequest, or nil.
func (o *offeredSession) bind(raw []byte, psk *handshake.PreSharedKey, before *keyschedule.Transcript) {
	if before == nil {
		before = keyschedule.NewTranscript(o.suite)
	}
	truncated := raw[:len(raw)-psk.BindersSize()]
	key := o.schedule.BinderKey()
	copy(raw[len(raw)-o.suite.HashLen:], o.suite.FinishedMAC(key, before.SumWith(truncated)))
	clear(key)
}

// startSchedule hands the key schedule to the handshake. The server may have chosen
// another suite with the same hash.
func (o *offeredSession) startSchedule(s *keyschedule.Suite) *keyschedule.Schedule {
	o.schedule.Suite = s
	return o.schedule
}
