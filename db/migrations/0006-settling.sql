-- The chain that this database follows. A database and a chain that do not belong together must never meet.
create table chain_identity (
  single boolean primary key default true check (single),
  chain_id bigint not null,
  settlement text not null check (settlement ~ '^0x[0-9a-fA-F]{40}$')
);

-- What the settler's key sends: one number in the order of its transactions each, and the entries that go with it.
create table chain_batches (
  id bigint generated always as identity primary key,
  signer text not null check (signer ~ '^0x[0-9a-fA-F]{40}$'),
  nonce bigint not null check (nonce >= 0),
  state text not null default 'open' check (state in ('open', 'final', 'lost')),
  -- When the number was first seen to be used up without a receipt of ours.
  missing_since timestamptz,
  -- Where it became final.
  block bigint,
  made_at timestamptz not null default clock_timestamp(),
  unique (signer, nonce),
  check ((state = 'final') = (block is not null))
);
create index chain_batches_open on chain_batches (nonce) where state = 'open';
create index chain_batches_by_block on chain_batches (block) where block is not null;

create table chain_batch_entries (
  batch bigint not null references chain_batches,
  entry bigint not null references ledger_entries,
  primary key (batch, entry)
);
create index chain_batch_entries_by_entry on chain_batch_entries (entry);

-- The signed bytes, written before they leave: whoever comes after a crash sends the same ones. One with a higher fee is
-- a further row of the same batch.
create table chain_attempts (
  hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  batch bigint not null references chain_batches,
  raw text not null,
  gas_price numeric(38, 0) not null check (gas_price > 0),
  made_at timestamptz not null default clock_timestamp()
);
create index chain_attempts_by_batch on chain_attempts (batch);
