-- Who is below whom, five levels down, kept while people come, so that reading it costs the same however many there are.

-- Whether those who brought him see his whole name.
alter table customers add column shows_name boolean not null default false;

-- Whoever was brought by somebody, as those above know him.
create table network_members (
  customer uuid primary key,
  -- By which those above know him: it is nobody's id elsewhere.
  id uuid not null unique default gen_random_uuid(),
  -- As they see it; none before he is verified.
  name text check (length(name) between 1 and 320)
);

-- The words of that name in small letters, by which he is found.
create table network_words (
  customer uuid not null,
  word text collate "C" not null check (length(word) between 1 and 320),
  primary key (customer, word)
);
create index network_words_by_word on network_words (word, customer);

create table network_links (
  -- Nothing here refers to customers by a key: whoever comes would have to lock all who are above.
  -- Who is below, and the number that he has among customers: newest first is by it.
  customer uuid not null,
  ancestor uuid not null,
  level smallint not null check (level between 1 and 5),
  number bigint not null,
  primary key (customer, ancestor)
);
create unique index network_links_in_order on network_links (ancestor, level, number desc) include (customer);

create table network_counts (
  customer uuid not null,
  level smallint not null check (level between 1 and 5),
  members integer not null check (members >= 0),
  verified integer not null check (verified between 0 and members),
  primary key (customer, level)
);

-- How many of those came on which day, by UTC.
create table network_days (
  customer uuid not null,
  level smallint not null check (level between 1 and 5),
  day date not null,
  members integer not null check (members >= 0),
  primary key (customer, level, day)
);

-- An introducer who was wrong, put right by two operators. Without such a row of the same transaction nobody's changes.
create table introducer_corrections (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  from_introducer uuid,
  to_introducer uuid,
  asked_by uuid not null,
  approved_by uuid not null check (approved_by <> asked_by),
  at timestamptz not null,
  transaction xid8 not null default pg_current_xact_id(),
  constraint introducer_corrections_change check (from_introducer is distinct from to_introducer)
);
create index introducer_corrections_of_customer on introducer_corrections (customer, number);
create trigger introducer_corrections_append_only before update or delete or truncate on introducer_corrections
  for each statement execute function refuse_change();

-- While somebody is moved with all who are below him, nobody else comes or changes there; all others do so beside each other.
create function hold_network() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtext('network_links'))
$$;
create function hold_network_alone() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('network_links'))
$$;

-- Those above, nearest first.
create function network_above(introducer uuid) returns table (ancestor uuid, level integer) language sql stable as $$
  with recursive line (id, next, level) as (
    select c.id, c.introducer, 1 from public.customers c where c.id = $1
    union all
    select above.id, above.introducer, line.level + 1
    from public.customers above join line on above.id = line.next where line.level < 5
  )
  select id, level from line
$$;

-- Links come and go, and the counts follow: always in the same order, so that two who come below the same people never wait
-- for each other in a ring. The days lie behind the counts. Planned anew each time: what is right for one who comes takes
-- for ever with a hundred thousand.
create function count_new_links() returns trigger language plpgsql as $$
begin
  execute $query$
    insert into network_counts as kept (customer, level, members, verified)
    select l.ancestor, l.level, count(*), count(*) filter (where c.kyc_status = 'Verified')
    from changed l join customers c on c.id = l.customer group by 1, 2 order by 1, 2
    on conflict (customer, level) do update
    set members = kept.members + excluded.members, verified = kept.verified + excluded.verified $query$;
  execute $query$
    insert into network_days as kept (customer, level, day, members)
    select l.ancestor, l.level, (c.created_at at time zone 'UTC')::date, count(*)
    from changed l join customers c on c.id = l.customer group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer, level, day) do update set members = kept.members + excluded.members $query$;
  return null;
end
$$;
create function count_gone_links() returns trigger language plpgsql as $$
begin
  execute $query$
    select from network_counts kept
    where (kept.customer, kept.level) in (select l.ancestor, l.level from changed l)
    order by kept.customer, kept.level for no key update $query$;
  execute $query$
    update network_counts kept set members = kept.members - gone.members, verified = kept.verified - gone.verified
    from (
      select l.ancestor, l.level, count(*) as members, count(*) filter (where c.kyc_status = 'Verified') as verified
      from changed l join customers c on c.id = l.customer group by 1, 2
    ) gone
    where kept.customer = gone.ancestor and kept.level = gone.level $query$;
  execute $query$
    update network_days kept set members = kept.members - gone.members
    from (
      select l.ancestor, l.level, (c.created_at at time zone 'UTC')::date as day, count(*) as members
      from changed l join customers c on c.id = l.customer group by 1, 2, 3
    ) gone
    where kept.customer = gone.ancestor and kept.level = gone.level and kept.day = gone.day $query$;
  return null;
end
$$;
create trigger network_links_come after insert on network_links referencing new table as changed
  for each statement execute function count_new_links();
create trigger network_links_go after delete on network_links referencing old table as changed
  for each statement execute function count_gone_links();
-- A link is never another one.
create trigger network_links_kept before update or truncate on network_links for each statement execute function refuse_change();

-- Whoever was there first is above: so nobody is ever above himself, whatever is written. Numbers stay as they were given.
create function check_introducer(customer uuid, number bigint, introducer uuid) returns void language plpgsql stable as $$
begin
  if exists (select from customers above where above.id = $3 and above.number >= $2) then
    raise exception 'customer % was there before the introducer', $1 using errcode = 'restrict_violation';
  end if;
end
$$;
create trigger customers_numbered before update of number on customers for each statement execute function refuse_change();

-- For all who come with one statement at once, so that many can be brought in together.
create function link_new_customers() returns trigger language plpgsql as $$
begin
  if not exists (select from come where introducer is not null) then
    return null;
  end if;
  perform hold_network();
  execute $query$
    select check_introducer(c.id, c.number, c.introducer)
    from come c join customers above on above.id = c.introducer where above.number >= c.number limit 1 $query$;
  execute $query$
    insert into network_members (customer) select id from come where introducer is not null $query$;
  execute $query$
    insert into network_links (customer, number, ancestor, level)
    with recursive line (customer, number, ancestor, level) as (
      select id, number, introducer, 1 from come where introducer is not null
      union all
      select line.customer, line.number, above.introducer, line.level + 1
      from line join customers above on above.id = line.ancestor
      where line.level < 5 and above.introducer is not null
    )
    select customer, number, ancestor, level from line $query$;
  return null;
end
$$;
create trigger customers_come after insert on customers referencing new table as come
  for each statement execute function link_new_customers();

-- Row by row, as customers change: only what concerns the network costs anything.
create function count_verified() returns trigger language plpgsql as $$
begin
  perform hold_network();
  perform from network_counts kept join network_links l on kept.customer = l.ancestor and kept.level = l.level
  where l.customer = new.id order by kept.customer, kept.level for no key update of kept;
  update network_counts kept set verified = kept.verified + case new.kyc_status when 'Verified' then 1 else -1 end
  from network_links l where l.customer = new.id and kept.customer = l.ancestor and kept.level = l.level;
  return null;
end
$$;
create trigger customers_verified after update of kyc_status on customers
  for each row when ((old.kyc_status = 'Verified') <> (new.kyc_status = 'Verified')) execute function count_verified();

create function move_in_network() returns trigger language plpgsql as $$
begin
  if not exists (
    select from introducer_corrections made
    where made.customer = new.id and made.transaction = pg_current_xact_id()
      and made.from_introducer is not distinct from old.introducer
      and made.to_introducer is not distinct from new.introducer
  ) or old.kyc_status <> new.kyc_status then
    raise exception 'the introducer of customer % stays', new.id using errcode = 'restrict_violation';
  end if;
  perform check_introducer(new.id, new.number, new.introducer);
  perform hold_network_alone();
  delete from network_links l
  using (
    select new.id as customer
    union all
    select below.customer from network_links below where below.ancestor = new.id and below.level < 5
  ) moved, network_above(old.introducer) above
  where l.customer = moved.customer and l.ancestor = above.ancestor;
  if new.introducer is not null then
    insert into network_members (customer) values (new.id) on conflict do nothing;
    insert into network_links (customer, number, ancestor, level)
    select moved.customer, moved.number, above.ancestor, above.level + moved.depth
    from (
      select new.id as customer, new.number as number, 0 as depth
      union all
      select below.customer, below.number, below.level from network_links below where below.ancestor = new.id
    ) moved, network_above(new.introducer) above
    where above.level + moved.depth <= 5;
  end if;
  return null;
end
$$;
create trigger customers_moved after update of introducer on customers
  for each row when (old.introducer is distinct from new.introducer) execute function move_in_network();

-- Those who are there already; whoever was erased is in nobody's network.
insert into network_members (customer)
select id from customers where introducer is not null and email not like 'erased-%@erased.invalid';
insert into network_links (customer, number, ancestor, level)
with recursive line (customer, number, ancestor, level) as (
  select c.id, c.number, c.introducer, 1 from customers c join network_members on network_members.customer = c.id
  union all
  select line.customer, line.number, above.introducer, line.level + 1
  from line join customers above on above.id = line.ancestor
  where line.level < 5 and above.introducer is not null
)
select customer, number, ancestor, level from line;
