-- Operations a caller has named with an Idempotency-Key, with the answer that the first one got.
create table operations (
  caller text not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  -- Text and not json: a replay is the same to the byte. Null only inside the transaction that does the work.
  reply text,
  done_at timestamptz not null default now(),
  primary key (caller, endpoint, key)
);
create index operations_done_at on operations (done_at);

-- When each background process was last alive.
create table heartbeats (
  part text primary key,
  beat_at timestamptz not null
);
