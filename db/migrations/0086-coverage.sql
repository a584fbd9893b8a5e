-- What lies in the vault against what is owed, as it was found each minute. Older readings are thinned to one an hour, and then one a day.
create table reserve_readings (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  bars integer not null check (bars >= 0),
  -- Grams of fine gold, and dollars that wallets hold for customers, all in base units.
  fine_units numeric(38, 0) not null check (fine_units >= 0),
  owed_units numeric(38, 0) not null,
  usdt_held numeric(38, 0) not null,
  usdt_owed numeric(38, 0) not null,
  -- The same by product.
  lines jsonb not null
);
create index reserve_readings_by_time on reserve_readings (at desc);

-- One row once somebody has looked: when that was by the clock on the wall, and since when things are as they are.
create table reserve_looks (
  is_only boolean primary key default true check (is_only),
  looked_at timestamptz not null default clock_timestamp(),
  -- Since when vault and chain disagree, and since when nothing is wrong; none while that is not so.
  disagree_since timestamptz,
  good_since timestamptz
);

-- That the list of bars was compared with the vault, which two operators say.
create table bar_confirmations (
  approval uuid primary key references approvals,
  at timestamptz not null,
  bars integer not null check (bars >= 0),
  fine_units numeric(38, 0) not null check (fine_units >= 0)
);
create trigger bar_confirmations_append_only before update or delete or truncate on bar_confirmations
  for each statement execute function refuse_change();

-- When the vault was last attested on the chain, by whoever has the key for it.
alter table chain_attested add column attested_at timestamptz;
