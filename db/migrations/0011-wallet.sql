-- A history is read in the order of time, with or without a type: each way is one walk through one index.
drop index ledger_movements_of_owner;
drop index ledger_movements_of_type;
drop index ledger_movements_by_time;
create index ledger_movements_by_time on ledger_movements (owner, at desc, number desc);
create index ledger_movements_by_type on ledger_movements (owner, type, at desc, number desc);

-- Whoever has ever sent something. Sending locks this row first, so that what one customer sends is counted one by one.
create table wallet_senders (
  customer uuid primary key references customers,
  -- While set, nothing leaves the account.
  frozen_at timestamptz
);

-- Outside addresses that a customer sends to. One that was removed waits anew when it comes back.
create table wallet_outside_addresses (
  id uuid primary key default gen_random_uuid(),
  customer uuid not null references customers on delete cascade,
  -- With its checksum.
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  label text not null check (length(label) <= 60),
  added_at timestamptz not null,
  usable_from timestamptz not null,
  unique (customer, address)
);

-- What customers have sent or asked to send. How far the chain is with it stands in the settlement of its entry.
create table wallet_transfers (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  customer uuid not null references customers,
  asset text not null check (asset in ('USDT', 'QMGT', 'USDAU')),
  units numeric(38, 0) not null check (units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  -- Another customer, or an address outside.
  receiver uuid references customers check (receiver <> customer),
  address text check (address ~ '^0x[0-9a-fA-F]{40}$'),
  state text not null check (state in ('waiting', 'posted', 'cancelled', 'expired')),
  requested_at timestamptz not null,
  -- Of one that waits, or did: when it leaves, and the amount that was set aside for it.
  leaves_at timestamptz,
  hold bigint unique references ledger_holds,
  entry bigint unique references ledger_entries,
  check ((receiver is null) <> (address is null)),
  check ((state = 'posted') = (entry is not null)),
  check (state = 'posted' or hold is not null),
  check ((hold is null) = (leaves_at is null))
);
create index wallet_transfers_of_customer on wallet_transfers (customer, number desc);
create index wallet_transfers_of_day on wallet_transfers (customer, asset, requested_at);
create index wallet_transfers_waiting on wallet_transfers (leaves_at) where state = 'waiting';

-- Secrets that were mailed. Each opens one thing, and is gone once it was used.
create table wallet_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer uuid not null references customers on delete cascade,
  purpose text not null check (purpose in ('freeze', 'cancel-transfer', 'cancel-address')),
  -- The transfer or the address that is called off.
  subject uuid,
  expires_at timestamptz not null,
  check ((purpose = 'freeze') = (subject is null))
);
create index wallet_links_expires_at on wallet_links (expires_at);
