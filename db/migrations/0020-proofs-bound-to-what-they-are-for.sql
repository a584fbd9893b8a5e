-- A grant holds for what the action will carry and for nothing else. What was granted otherwise lives two minutes at most.
delete from step_up_grants;
alter table step_up_grants add column body_hash bytea not null;

-- Under which key a PIN's digest was made, so that it can be counted how many hang on an older one. Null is from before keys
-- had ids.
alter table customers add column pin_key text;

-- Looks whether the PIN is locked, compares it, and counts what was wrong, while nobody else can do the same: of however
-- many guesses at a time, none is compared that was not counted. A right one writes nothing unless there is something to
-- take back, or its digest is of an older key than the first: sessions are remembered by the version of this very row.
create function check_pin(
  of_customer uuid, digests text[], newest_key text, moment timestamptz, tries integer, lock_seconds integer,
  longest_seconds integer, address text, agent text, out verdict text, out locked_until timestamptz
) language plpgsql as $$
declare
  known record;
begin
  select c.pin_hash, c.pin_failures, c.pin_locked_until into known
    from customers c where c.id = of_customer for no key update;
  if known.pin_hash is null then
    verdict := 'unset';
  elsif known.pin_locked_until > moment then
    verdict := 'locked';
    locked_until := known.pin_locked_until;
  elsif known.pin_hash = any(digests) then
    verdict := 'right';
    if known.pin_failures > 0 or known.pin_hash <> digests[1] then
      update customers set pin_failures = 0, pin_locked_until = null, pin_hash = digests[1], pin_key = newest_key
        where id = of_customer;
    end if;
  else
    verdict := 'wrong';
    -- Doubled so often, it is the longest in any case.
    if known.pin_failures + 1 >= tries then
      locked_until := moment + make_interval(
        secs => least(lock_seconds * 2.0 ^ least(known.pin_failures + 1 - tries, 30), longest_seconds));
    end if;
    update customers set pin_failures = pin_failures + 1, pin_locked_until = locked_until where id = of_customer;
    insert into audit_events (customer, kind, at, address, agent)
      values (of_customer, 'pin-refused', moment, check_pin.address, check_pin.agent);
  end if;
end
$$;
