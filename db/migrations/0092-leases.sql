-- What one process does at a time though several could: who does it, for how long, and how often it has changed hands. All
-- by the database's clock.
create table leases (
  name text primary key,
  holder uuid not null,
  term bigint not null,
  until timestamptz not null
);

-- Goes ahead of everything that is done under a lease, in the same transaction: until that has ended nobody takes it over.
-- Whoever froze in the middle is cut off soon, so that the next one does not wait for him.
create function check_lease(wanted text, who uuid, during bigint) returns void language plpgsql as $$
begin
  perform set_config('idle_in_transaction_session_timeout', '5000', true);
  perform from leases where name = wanted and holder = who and term = during and until > clock_timestamp() for share;
  if not found then
    raise exception 'the lease of % is not held any more', wanted using errcode = 'LE001';
  end if;
end
$$;
