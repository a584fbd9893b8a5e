-- Posting, made fast: each account is looked up once per call, the lines of all moves are made in one pass, and what they
-- refer to is checked once per statement.

drop function ledger_post(jsonb, boolean);
drop function ledger_write(jsonb);
drop function ledger_lock(jsonb);

-- Only corrections reverse something: the others need no place in the index.
alter table ledger_entries drop constraint ledger_entries_reverses_key;
create unique index ledger_entries_reverses_key on ledger_entries (reverses) where reverses is not null;

-- Verification reads the lines of one page of entries after the other. They lie in about that order, so an index that
-- only knows what lies in which stretch of the table is enough, and costs posting almost nothing.
create index ledger_lines_entry on ledger_lines using brin (entry) with (pages_per_range = 32, autosummarize = on);

-- Entries, moves and accounts are never changed or removed, so to check what refers to them when it is written is as
-- strong as a foreign key. A foreign key would look up every row by itself, and lock the account for each move.
alter table ledger_moves drop constraint ledger_moves_entry_fkey, drop constraint ledger_moves_source_asset_fkey,
  drop constraint ledger_moves_target_asset_fkey;
alter table ledger_lines drop constraint ledger_lines_entry_number_fkey;

-- `= any (array)` finds all rows in one walk through the index, where a join would begin anew for each.
create function ledger_moves_refer() returns trigger language plpgsql as $$
begin
  if exists (
    select entry from added
    except select id from ledger_entries where id = any (array(select entry from added)))
  or exists (
    select source, asset from added union all select target, asset from added
    except select id, asset from ledger_accounts
      where id = any (array(select source from added union all select target from added)))
  then
    raise foreign_key_violation using constraint = tg_name, table = tg_table_name,
      message = 'a move belongs to an entry, and its accounts are of its asset';
  end if;
  return null;
end
$$;

create function ledger_lines_refer() returns trigger language plpgsql as $$
begin
  if exists (
    select entry, number from added
    except select entry, number from ledger_moves where entry = any (array(select entry from added)))
  then
    raise foreign_key_violation using constraint = tg_name, table = tg_table_name, message = 'a line belongs to a move';
  end if;
  return null;
end
$$;

-- Posting says `ledger.posting` while it writes: it has its numbers from the very rows that they refer to, and to look them
-- up again took a sixth of its time. Whoever else writes is checked.
create trigger ledger_moves_refer after insert on ledger_moves referencing new table as added
  for each statement when (current_setting('ledger.posting', true) is distinct from 'yes')
  execute function ledger_moves_refer();
create trigger ledger_lines_refer after insert on ledger_lines referencing new table as added
  for each statement when (current_setting('ledger.posting', true) is distinct from 'yes')
  execute function ledger_lines_refer();

-- A call is an object of lists. The others point into them by place, counted from one:
--   accounts     [owner, asset, purpose, guarded], each once
--   references   of its entries
--   entries      { hash, kind, causedBy, reverses, details }, in the order of the references
--   moves        [place of the entry, number in it, place of the source, place of the target, units]
--   settlements  [place of the entry, number in it, place of the source] of the moves that also happen on the chain

-- Opens accounts or finds them, in one fixed order: two that open the same ones must not wait for each other.
create function ledger_open_all(accounts jsonb) returns bigint[] language plpgsql as $$
begin
  return array(
    select ledger_open(owner, asset, purpose, guarded) from (
      select distinct a ->> 0, a ->> 1, a ->> 2, (a -> 3)::boolean from jsonb_array_elements(accounts) a order by 1, 2, 3
    ) as given (owner, asset, purpose, guarded));
end
$$;

-- Posts entries all together or not at all, and answers for each in its turn. One that was posted before is answered
-- with what it was then.
create function ledger_post_together(call jsonb) returns table (entry bigint, replayed boolean)
language plpgsql
-- Every row is found by index. Left alone, the planner expects ten thousand moves of any jsonb and reads whole tables
-- for four, so that posting would slow down as the ledger grows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  -- From here on this transaction is seen as under way: sealing waits for it before it counts an entry's number as final.
  under_way xid8 := pg_current_xact_id();
  -- By the place of an account in the call.
  accounts bigint[];
  assets text[];
  guards boolean[];
  -- The balances of guarded accounts, in the order of their locks.
  locked bigint[];
  units_before numeric[];
  versions_before bigint[];
  -- By the place of an entry in the call. One that had been posted before has no number and no time here.
  names text[];
  ids bigint[];
  times timestamptz[];
  made text[];
  place integer := 0;
begin
  loop
    select array_agg(a.id), array_agg(given.asset), array_agg(given.guarded) into accounts, assets, guards
    from (
      select j ->> 0, j ->> 1, j ->> 2, (j -> 3)::boolean from jsonb_array_elements(call -> 'accounts') j
    ) as given (owner, asset, purpose, guarded)
      left join ledger_accounts a on (a.owner, a.asset, a.purpose, a.guarded) =
        (given.owner, given.asset, given.purpose, given.guarded);
    exit when array_position(accounts, null) is null;
    perform ledger_open_all(call -> 'accounts');
  end loop;

  -- Everyone locks in this order, customers' accounts before the house's, and so waits here and nowhere later.
  select array_agg(account), array_agg(units), array_agg(version) into locked, units_before, versions_before
  from (
    select account, units, version from ledger_balances where account = any (accounts) order by house, account for update
  ) balances;

  -- Under the locks, so that times follow the order of each account's lines.
  with inserted as (
    insert into ledger_entries (reference, request_hash, kind, caused_by, reverses, details, posted_at)
    select reference, decode(e ->> 'hash', 'hex'), e ->> 'kind', e ->> 'causedBy', (e ->> 'reverses')::bigint, e -> 'details',
      clock_timestamp()
    from rows from (jsonb_array_elements_text(call -> 'references'), jsonb_array_elements(call -> 'entries'))
      with ordinality as given (reference, e, place)
    order by place
    on conflict (reference) do nothing
    returning id, reference, posted_at
  )
  select array_agg(id), array_agg(reference), array_agg(posted_at) into ids, made, times from inserted;

  if to_jsonb(made) is distinct from call -> 'references' then
    -- Some had been posted before. They stay as they are, if they are the same.
    names := array(select jsonb_array_elements_text(call -> 'references'));
    if exists (
      select from rows from (unnest(names), jsonb_array_elements(call -> 'entries')) as given (name, e)
      where e ->> 'hash' <> (select encode(request_hash, 'hex') from ledger_entries where reference = name))
      or (select count(distinct name) from unnest(names) as name) < cardinality(names)
    then
      raise unique_violation using constraint = 'ledger_entries_reference_key', message = 'reference used for another entry';
    end if;
    select array_agg(ids[array_position(made, name)]), array_agg(times[array_position(made, name)])
    into ids, times from unnest(names) as name;
  end if;

  perform set_config('ledger.posting', 'yes', true);
  with moves as materialized (
    select turn, ids[place] as entry, number, assets[source] as asset, accounts[source] as source,
      accounts[target] as target, guards[source] as source_guarded, guards[target] as target_guarded, units,
      times[place] as posted_at
    from (
      select turn, (m ->> 0)::integer, (m ->> 1)::smallint, (m ->> 2)::integer, (m ->> 3)::integer, (m ->> 4)::numeric
      from jsonb_array_elements(call -> 'moves') with ordinality as given (m, turn)
    ) as given (turn, place, number, source, target, units)
    where ids[place] is not null
  ), moved as (
    insert into ledger_moves (entry, number, asset, source, target, units)
    select entry, number, asset, source, target, units from moves
  ), running as materialized (
    -- Each account begins with its balance, and then has what each move left of it.
    select account, turn, entry, number, incoming, posted_at,
      first_value(version) over in_turn + row_number() over in_turn - 1 as version,
      case when sum(change) over in_turn < 0 then ledger_refuse(account) else sum(change) over in_turn end as units_after,
      lead(turn) over in_turn is null as is_last
    from (
      select account, 0, null::bigint, null::smallint, null::boolean, null::timestamptz, version, units
      from unnest(locked, versions_before, units_before) as balances (account, version, units)
      union all
      select source, turn, entry, number, false, posted_at, null, -units from moves where source_guarded
      union all
      select target, turn, entry, number, true, posted_at, null, units from moves where target_guarded
    ) as sides (account, turn, entry, number, incoming, posted_at, version, change)
    window in_turn as (partition by account order by turn rows unbounded preceding)
  ), lined as (
    insert into ledger_lines (account, version, entry, number, incoming, units_after, posted_at)
    select account, version, entry, number, incoming, units_after, posted_at from running where turn > 0
  )
  update ledger_balances b set units = running.units_after, version = running.version
  from running where is_last and turn > 0 and b.account = running.account;
  perform set_config('ledger.posting', '', true);

  if jsonb_array_length(call -> 'settlements') > 0 then
    insert into ledger_settlements (entry, number, asset)
    select ids[(s ->> 0)::integer], (s ->> 1)::smallint, assets[(s ->> 2)::integer]
    from jsonb_array_elements(call -> 'settlements') s where ids[(s ->> 0)::integer] is not null;
  end if;

  foreach entry in array coalesce(ids, '{}') loop
    place := place + 1;
    replayed := entry is null;
    if replayed then
      select id into entry from ledger_entries where reference = names[place];
    end if;
    return next;
  end loop;
end
$$;

-- Posts one entry per call, each on its own. One that cannot be posted fails alone, and its answer is the code and
-- constraint by which the database refused it.
create function ledger_post_each(calls jsonb)
returns table (reference text, entry bigint, replayed boolean, code text, refusal text, detail text)
language plpgsql as $$
declare
  call jsonb;
  opened bigint[];
begin
  -- All of them first, in the order in which everyone locks.
  opened := ledger_open_all(
    (select jsonb_agg(a) from jsonb_array_elements(calls) c, jsonb_array_elements(c -> 'accounts') a));
  perform 1 from ledger_balances where account = any (opened) order by house, account for update;
  for call in select * from jsonb_array_elements(calls) loop
    reference := call -> 'references' ->> 0;
    entry := null;
    replayed := false;
    code := null;
    refusal := null;
    detail := null;
    begin
      select * into entry, replayed from ledger_post_together(call);
    exception when integrity_constraint_violation or data_exception then
      get stacked diagnostics code = returned_sqlstate, refusal = constraint_name, detail = pg_exception_detail;
    end;
    return next;
  end loop;
end
$$;
