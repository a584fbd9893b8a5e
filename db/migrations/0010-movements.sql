-- What a customer did or got, as he would tell it: one row for each side that it concerns. The amounts are the entry's.
create table ledger_movements (
  -- Tells nothing and cannot be guessed: it opens the receipt that may be shared.
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  owner text not null check (owner ~ '^customer:[0-9A-Za-z-]{1,64}$'),
  type text not null check (type ~ '^[a-z][a-z-]{0,39}$'),
  entry bigint not null references ledger_entries,
  at timestamptz not null default clock_timestamp(),
  unique (entry, owner, type)
);
create index ledger_movements_of_owner on ledger_movements (owner, number desc);
create index ledger_movements_of_type on ledger_movements (owner, type, number desc);
create index ledger_movements_by_time on ledger_movements (owner, at desc);

create trigger ledger_movements_append_only before update or delete or truncate on ledger_movements
  for each statement execute function refuse_change();
