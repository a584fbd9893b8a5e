-- What the chain said of vault, shares and limits when the worker last looked, so that operators see it without a node.

-- XAU is the vault as a whole; each token has the grams that stand behind it, and the units that may exist on them.
create table chain_attested (
  asset text primary key check (asset in ('XAU', 'QMGT', 'GCA', 'GAE', 'USDAU')),
  grams numeric(78, 0) not null check (grams >= 0),
  units numeric(78, 0) not null check (units >= 0),
  block bigint not null,
  seen_at timestamptz not null
);

-- What may leave to outside addresses in 24 hours, what of it was left, and the higher limit that was asked for.
create table chain_outside_limits (
  asset text primary key check (asset in ('USDT', 'QMGT', 'GCA', 'GAE', 'USDAU')),
  units numeric(78, 0) not null check (units >= 0),
  left_units numeric(78, 0) not null check (left_units >= 0),
  raise_units numeric(78, 0),
  raise_from timestamptz,
  block bigint not null,
  seen_at timestamptz not null,
  check ((raise_units is null) = (raise_from is null))
);

-- A stop that was said once more is another one than the two who lift it have looked at.
alter table ledger_issuing_stops add column times integer not null default 1;
