-- Snapshots of what customers own, of which each can prove the own part.

-- Whose place in the trees is which, the address that stands in the leaves, and the secret by which nobody else finds them. It
-- stays as long as what was published: without it the trees could not be built again.
create table proof_secrets (
  customer uuid primary key,
  place bigint generated always as identity (minvalue 0 start 0) unique,
  wallet text not null check (wallet ~ '^0x[0-9a-f]{40}$'),
  kept bytea not null check (length(kept) = 32)
);
create trigger proof_secrets_append_only before update or delete or truncate on proof_secrets
  for each statement execute function refuse_change();

-- What customers' browsers chose to be mixed in, and from which snapshot on it counts.
create table proof_choices (
  customer uuid not null,
  since bigint not null,
  chosen bytea not null check (length(chosen) = 16),
  at timestamptz not null,
  primary key (customer, since)
);

-- What it is made of stands here before it is made, so that whoever takes it up again makes the same one. It has a header when it is done.
create table proof_snapshots (
  number bigint primary key check (number > 0),
  taken_at timestamptz not null,
  -- The last one that counts.
  entry bigint not null,
  seal bigint,
  seed bytea not null check (length(seed) = 32),
  places bigint not null check (places >= 0),
  header jsonb,
  hash bytea check (length(hash) = 32),
  signature bytea check (length(signature) = 64),
  key bytea check (length(key) = 65),
  constraint proof_snapshots_whole check (num_nulls(header, hash, signature, key) in (0, 4))
);
create unique index proof_snapshots_one_under_way on proof_snapshots ((true)) where header is null;
create trigger proof_snapshots_kept before delete or truncate on proof_snapshots
  for each statement execute function refuse_change();
create trigger proof_snapshots_done before
  update of number, taken_at, entry, seal, seed, places, header, hash, signature, key on proof_snapshots
  for each row when (old.header is not null) execute function refuse_change();

-- The trees of the newest ones, piece by piece. Those of older ones can be made again.
create table proof_chunks (
  snapshot bigint not null references proof_snapshots,
  asset text not null,
  level smallint not null,
  number bigint not null,
  bytes bytea not null,
  primary key (snapshot, asset, level, number)
);
-- Nothing of it can be made shorter.
alter table proof_chunks alter column bytes set storage external;

-- What customers' devices found when they checked.
create table proof_reports (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  snapshot bigint not null references proof_snapshots,
  customer uuid not null,
  device text not null,
  state text not null check (state in ('Fine', 'Failed', 'Settled')),
  why text check (length(why) between 1 and 300),
  at timestamptz not null,
  constraint proof_reports_once unique (snapshot, customer, device)
);
create index proof_reports_failed on proof_reports (at, id) where state = 'Failed';
create index proof_reports_of_customer on proof_reports (customer, number);
insert into state_moves (thing, from_state, to_state) values
  ('proof-report', 'Fine', 'Failed'), ('proof-report', 'Failed', 'Settled');
create trigger proof_reports_states before update of state on proof_reports
  for each row when (old.state <> new.state) execute function check_state_move('proof-report');
