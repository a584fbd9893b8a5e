-- Up to where a replica has to have come before it may answer somebody: behind his own last write. Where nothing is noted of
-- somebody, nobody knows, and the leader answers.
create table last_writes (
  customer uuid primary key references customers on delete cascade,
  position pg_lsn not null
);

-- Goes ahead of what is read from a replica, in the same transaction: so it is asked of the very server that answers, however
-- many of them share an address. Says how far that one has come.
create function check_replayed(needed pg_lsn) returns numeric language plpgsql as $$
declare
  replayed pg_lsn := case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end;
begin
  if replayed is null then
    raise exception 'this server is no replica' using errcode = 'RP001';
  elsif replayed < needed then
    raise exception 'the replica has not come as far as %', needed using errcode = 'RP001';
  end if;
  return replayed - '0/0';
end
$$;
