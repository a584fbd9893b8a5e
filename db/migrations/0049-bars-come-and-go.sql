-- Bars come and go. Each arrival of a bar is a row of vault_bars and each departure one of vault_departures, with its entry
-- in the books: a bar is in while its last arrival has no departure.

-- What two operators took in together, by the name of its delivery note. None is taken in twice.
create table vault_deliveries (
  name text primary key check (name ~ '^[A-Z0-9][A-Z0-9 ./-]{0,39}$')
);

alter table vault_bars
  add column brand text,
  -- Not every bar tells it.
  add column year smallint check (year between 1800 and 9999),
  add column vault text not null default 'Main vault' check (length(vault) between 1 and 100),
  -- How often a bar of this refiner and serial has come, this time included.
  add column round integer not null default 1 check (round > 0),
  add column delivery text references vault_deliveries;
-- The table refuses every update; to give the column its type anew is none.
alter table vault_bars alter column brand type text using refiner;
alter table vault_bars alter column brand set not null, add check (length(brand) between 1 and 100),
  alter column vault drop default, alter column round drop default,
  drop constraint vault_bars_refiner_serial_key, add unique (refiner, serial, round);
create index vault_bars_named on vault_bars (lower(refiner), lower(serial));

create table vault_departures (
  bar bigint primary key references vault_bars,
  entry bigint not null unique references ledger_entries,
  -- To whom, or where.
  taken_to text not null check (length(taken_to) between 1 and 200)
);

create trigger vault_deliveries_append_only before update or delete or truncate on vault_deliveries
  for each statement execute function refuse_change();
create trigger vault_departures_append_only before update or delete or truncate on vault_departures
  for each statement execute function refuse_change();

-- The same refiner, serial and weight, and no two years that tell them apart, is the same bar: it is in once. Whoever adds one
-- waits for the one before.
create function check_vault_bar() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1866349);
  if exists (
    select from vault_bars b
    where lower(b.refiner) = lower(new.refiner) and lower(b.serial) = lower(new.serial) and b.gross_grams = new.gross_grams
      and coalesce(b.year = new.year, true) and not exists (select from vault_departures d where d.bar = b.id))
  then
    raise unique_violation using constraint = 'vault_bars_in_once', message = 'this bar is in the vault already';
  end if;
  return new;
end
$$;
create trigger vault_bars_in_once before insert on vault_bars for each row execute function check_vault_bar();
