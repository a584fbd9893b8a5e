-- The processes run as a role that owns nothing, and that may not write the books by itself: accounts, entries, moves,
-- lines and balances are written by the functions below, which run as the owner of the tables. Whoever calls them can
-- post what the rules allow, and nothing else. Their path is fixed, so that nobody puts a table of his own before ours.
alter function ledger_post_together(jsonb) security definer set search_path = public, pg_temp;
alter function ledger_post_each(jsonb) security definer set search_path = public, pg_temp;

-- A settlement's states are written by its triggers, whoever moves it on.
alter function ledger_settlements_queued() security definer set search_path = public, pg_temp;
alter function ledger_settlement_changes() security definer set search_path = public, pg_temp;

-- To lock a row takes the right to change it, which nobody but the owner has where nothing is ever changed.
create function ledger_lock_hold(hold bigint) returns table (owner text, asset text, units numeric)
language sql security definer set search_path = public, pg_temp as $$
  select owner, asset, units from ledger_holds where id = hold for update
$$;

-- The oldest holds that are over and have not ended; those that another one is ending are passed over.
create function ledger_lock_expired_holds(at timestamptz, most integer) returns setof bigint
language sql security definer set search_path = public, pg_temp as $$
  select h.id from ledger_holds h
  where h.expires_at <= at and not exists (select from ledger_hold_ends x where x.hold = h.id)
  order by h.id limit most for update of h skip locked
$$;

-- What runs as the owner is not for everybody who can connect: the running role is given it by name.
revoke execute on function ledger_post_together(jsonb), ledger_post_each(jsonb), ledger_settlements_queued(),
  ledger_settlement_changes(), ledger_lock_hold(bigint), ledger_lock_expired_holds(timestamptz, integer) from public;
