-- Since when it counts that nobody looks at the reserves, for whoever says why nothing is issued: nothing while somebody does, and
-- where nobody ever did. The same quarter of an hour as in `reserves_stop()`.
create function reserves_unwatched_since() returns timestamptz language plpgsql stable parallel safe as $$
begin
  return (select looked_at + interval '15 minutes' from reserve_looks where looked_at < clock_timestamp() - interval '15 minutes');
end
$$;
revoke execute on function reserves_unwatched_since() from public;
