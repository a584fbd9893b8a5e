-- What time it is for the books and whatever stands beside them. Of a database that is no demonstration this is the clock
-- itself: PostgreSQL puts the body in place of the call.
create function ingot_now() returns timestamptz language sql volatile parallel safe as 'select clock_timestamp()';

-- There is a row only in a database that was made as a demonstration: how far its time is behind. It can be set by the owner
-- alone, and only forwards, so that what was posted later never looks older.
create table demonstration_clock (
  single boolean primary key default true check (single),
  behind_seconds bigint not null check (behind_seconds >= 0)
);

create function demonstration_begins() returns trigger language plpgsql as $$
begin
  if exists (select from customers) or exists (select from ledger_entries) then
    raise exception 'a database becomes a demonstration when it is made, and this one is in use'
      using errcode = 'restrict_violation';
  end if;
  create or replace function ingot_now() returns timestamptz language sql volatile parallel safe as $now$
    select clock_timestamp() - make_interval(secs => behind_seconds) from public.demonstration_clock
  $now$;
  return null;
end
$$;

create function demonstration_goes_on() returns trigger language plpgsql as $$
begin
  if new.behind_seconds > old.behind_seconds then
    raise exception 'the clock of a demonstration goes forwards only' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger demonstration_begins after insert on demonstration_clock
  for each row execute function demonstration_begins();
create trigger demonstration_goes_on before update on demonstration_clock
  for each row execute function demonstration_goes_on();
create trigger demonstration_stays before delete or truncate on demonstration_clock
  for each statement execute function refuse_change();

-- What the books, and people who look at them, take a time from. Whether a process lives and the chain is looked at is asked of
-- the clock on the wall as before.
alter table ledger_accounts alter column opened_at set default ingot_now();
alter table ledger_settlements alter column changed_at set default ingot_now();
alter table ledger_seals alter column sealed_at set default ingot_now();
alter table ledger_movements alter column at set default ingot_now();
alter table chain_deposits alter column seen_at set default ingot_now();

-- Posting is the same function with this one call changed.
do $$
declare
  before text := pg_get_functiondef('ledger_post_together(jsonb)'::regprocedure);
  after text := replace(before, 'clock_timestamp()', 'ingot_now()');
begin
  if after = before then
    raise exception 'posting does not ask for the time';
  end if;
  execute after;
end
$$;
