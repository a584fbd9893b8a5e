-- How far the chain was read for deposits. Everything up to this block was final when it was read.
create table chain_cursor (
  single boolean primary key default true check (single),
  block bigint not null check (block >= 0),
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  -- How many blocks are asked for at once: fewer after the node has refused, more again when it answers.
  span integer not null check (span > 0),
  -- The newest block that was seen, from which confirmations are counted.
  head bigint not null,
  began_at timestamptz not null default clock_timestamp(),
  looked_at timestamptz not null default clock_timestamp()
);

-- Every transfer to an address of ours that came from outside, once. The log's place names it.
create table chain_deposits (
  id bigint generated always as identity primary key,
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block bigint not null,
  token text not null check (token ~ '^0x[0-9a-fA-F]{40}$'),
  -- Empty for a token that we do not know, whose units may be any number.
  asset text check (asset in ('USDT', 'QMGT', 'GCA', 'GAE', 'USDAU')),
  units numeric(78, 0) not null check (units > 0),
  sender text not null check (sender ~ '^0x[0-9a-fA-F]{40}$'),
  -- Where the tokens lie, and whose address that is. Dust is the house's in the books and lies in a customer's wallet.
  wallet text not null check (wallet ~ '^0x[0-9a-fA-F]{40}$'),
  owner text not null check (owner = 'house' or owner ~ '^customer:'),
  state text not null check (state in ('credited', 'dust', 'house', 'too-large', 'unknown-token')),
  entry bigint unique references ledger_entries,
  seen_at timestamptz not null default clock_timestamp(),
  unique (hash, log_index),
  check ((state = 'unknown-token') = (asset is null)),
  check ((state in ('credited', 'dust', 'house')) = (entry is not null))
);
create index chain_deposits_by_owner on chain_deposits (owner, id);
create index chain_deposits_lying on chain_deposits (wallet) where state <> 'credited';

-- Transfers to customers in blocks that are not final yet: written anew each round, shown, and never credited.
create table chain_arrivals (
  hash text not null,
  log_index integer not null,
  owner text not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  block bigint not null,
  primary key (hash, log_index)
);
create index chain_arrivals_by_owner on chain_arrivals (owner);

-- Tranches are few among many entries.
create index ledger_entries_tranches on ledger_entries (id) where kind = 'tranche';

-- What the issuer's key has signed for a tranche, written before it leaves. A tranche is minted once: at most one of its
-- rows is under way or final.
create table chain_mints (
  id bigint generated always as identity primary key,
  entry bigint not null references ledger_entries,
  asset text not null check (asset in ('QMGT', 'GCA', 'GAE', 'USDAU')),
  units numeric(38, 0) not null check (units > 0),
  signer text not null check (signer ~ '^0x[0-9a-fA-F]{40}$'),
  nonce bigint not null check (nonce >= 0),
  hash text not null unique check (hash ~ '^0x[0-9a-f]{64}$'),
  raw text not null,
  state text not null default 'open' check (state in ('open', 'final', 'reverted', 'lost')),
  -- Where it became final.
  block bigint,
  reason text,
  made_at timestamptz not null default clock_timestamp(),
  unique (signer, nonce),
  check ((state in ('final', 'reverted')) = (block is not null)),
  check ((state in ('reverted', 'lost')) = (reason is not null))
);
create unique index chain_mints_once on chain_mints (entry) where state in ('open', 'final');

-- Who has stopped issuing, and why. While there is a row, nothing is issued; each takes back only what it has stopped.
create table ledger_issuing_stops (
  stopped_by text primary key check (stopped_by in ('operator', 'reconciliation')),
  reason text not null,
  stopped_at timestamptz not null default clock_timestamp()
);

-- What a person has to look at. A row is there for as long as it is so.
create table chain_alarms (
  name text primary key check (name in ('deposits', 'reconciliation')),
  text text not null,
  since timestamptz not null default clock_timestamp()
);

-- Whether ledger and chain agreed at a block. A run that could not be finished says why and proves nothing.
create table chain_reconciliations (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  block bigint not null,
  checked integer not null,
  differences jsonb not null,
  difference_count integer not null,
  in_flight jsonb not null,
  in_flight_count integer not null,
  problem text
);
create index chain_reconciliations_finished on chain_reconciliations (id) where problem is null;
