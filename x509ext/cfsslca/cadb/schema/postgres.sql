-- The tables that CFSSL's certdb accessor reads and writes, in PostgreSQL.
-- Tables made before CFSSL had the columns from issued_at on get them added.
CREATE TABLE certificates (
  serial_number            bytea NOT NULL,
  authority_key_identifier bytea NOT NULL,
  ca_label                 bytea,
  status                   bytea NOT NULL,
  reason                   int,
  expiry                   timestamptz,
  revoked_at               timestamptz,
  pem                      bytea NOT NULL,
  issued_at                timestamptz,
  not_before               timestamptz,
  metadata                 jsonb,
  sans                     jsonb,
  common_name              text,
  PRIMARY KEY (serial_number, authority_key_identifier)
);

CREATE TABLE ocsp_responses (
  serial_number            bytea NOT NULL,
  authority_key_identifier bytea NOT NULL,
  body                     bytea NOT NULL,
  expiry                   timestamptz,
  PRIMARY KEY (serial_number, authority_key_identifier),
  FOREIGN KEY (serial_number, authority_key_identifier)
    REFERENCES certificates (serial_number, authority_key_identifier)
);
