-- A caller's session is remembered by the versions of its row and of its customer's. Whatever is done for him goes behind
-- this, which ends it when either was written since.
create function session_stands(session uuid, session_version xid, customer_version xid) returns void language plpgsql as $$
begin
  if not exists (
    select from sessions s join customers c on c.id = s.customer
    where s.id = session and s.xmin = session_version and c.xmin = customer_version)
  then
    raise exception 'the session or its customer has changed' using errcode = 'IG001';
  end if;
end
$$;
