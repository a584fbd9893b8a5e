-- Sales stop when the gold that is owed cannot be shown. Whoever sells looks at two things: a stop of issuing, and whether anybody still looks.
alter table ledger_issuing_stops drop constraint ledger_issuing_stops_stopped_by_check;
alter table ledger_issuing_stops add constraint ledger_issuing_stops_stopped_by_check
  check (stopped_by in ('operator', 'reconciliation', 'reserves'));

-- Each time that sales were stopped, why, and how it ended.
create table reserve_stops (
  number bigint generated always as identity primary key,
  began_at timestamptz not null,
  causes text[] not null check (cardinality(causes) > 0),
  ended_at timestamptz,
  ended_by text check (ended_by in ('itself', 'lift')),
  constraint reserve_stops_ended check ((ended_at is null) = (ended_by is null))
);
create unique index reserve_stops_one_open on reserve_stops ((true)) where ended_at is null;
create trigger reserve_stops_kept before delete or truncate on reserve_stops
  for each statement execute function refuse_change();

-- What two operators let pass, for how long, and what everybody reads about it. What came up later stops all the same.
create table reserve_lifts (
  number bigint generated always as identity primary key,
  approval uuid not null unique references approvals,
  causes text[] not null check (cardinality(causes) > 0),
  note text not null check (length(note) between 1 and 500),
  at timestamptz not null,
  until timestamptz not null check (until > at)
);
create trigger reserve_lifts_append_only before update or delete or truncate on reserve_lifts
  for each statement execute function refuse_change();

-- Whether nothing may be sold: it was found that something is missing, or nobody has looked for a quarter of an hour. Where nobody ever
-- looked, as before the first minute, nothing is known and nothing stopped.
create function reserves_stop() returns boolean language sql stable parallel safe as $$
  select exists (select from ledger_issuing_stops where stopped_by = 'reserves')
    or exists (select from reserve_looks where looked_at < clock_timestamp() - interval '15 minutes')
$$;
revoke execute on function reserves_stop() from public;

-- A date of a plan may be missed for this reason, too.
do $$
declare
  named text;
begin
  select conname into strict named from pg_constraint
    where contype = 'c' and conrelid = 'plan_dues'::regclass and pg_get_constraintdef(oid) like '%above-ceiling%';
  execute format('alter table plan_dues drop constraint %I', named);
end
$$;
alter table plan_dues add constraint plan_dues_reason_check check (reason in ('no-money', 'above-ceiling', 'frozen', 'no-gold',
  'market-shut', 'day-limit', 'customer', 'paused', 'reserves'));
