-- Double entry. Nothing here is changed or removed once written, the running balances excepted.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  owner text not null check (owner = 'house' or owner ~ '^customer:[0-9A-Za-z-]{1,64}$'),
  asset text not null check (asset in ('USDT', 'QMGT', 'GCA', 'GAE', 'USDAU', 'GDS', 'XAU', 'USD')),
  purpose text not null check (purpose ~ '^[a-z][a-z-]{0,39}$'),
  -- A guarded account has a balance that cannot go below zero. An open one keeps none, so that everyone can post to
  -- it at once: the world outside, what was issued, fees. A customer's account is always guarded.
  guarded boolean not null,
  opened_at timestamptz not null default clock_timestamp(),
  unique (owner, asset, purpose),
  -- For the foreign keys of moves: an account and its asset go together.
  unique (id, asset),
  check (guarded or owner = 'house')
);

-- The last line of each guarded account. Posting locks these rows first, customers' before the house's.
create table ledger_balances (
  account bigint primary key references ledger_accounts,
  house boolean not null,
  units numeric(38, 0) not null default 0 check (units >= 0),
  version bigint not null default 0 check (version >= 0)
) with (fillfactor = 50);

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- The caller's name for it: posting it again gives the same entry, posting another under it is refused.
  reference text not null unique check (length(reference) between 1 and 200),
  request_hash bytea not null,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  caused_by text not null check (length(caused_by) between 1 and 200),
  -- A correction names what it takes back, and nothing is taken back twice.
  reverses bigint unique references ledger_entries,
  details jsonb not null,
  posted_at timestamptz not null
);

-- One asset, from one account to another of that asset: so every entry balances by its shape.
create table ledger_moves (
  entry bigint not null references ledger_entries,
  number smallint not null check (number > 0),
  asset text not null,
  source bigint not null,
  target bigint not null,
  units numeric(38, 0) not null check (units > 0),
  primary key (entry, number),
  check (source <> target),
  foreign key (source, asset) references ledger_accounts (id, asset),
  foreign key (target, asset) references ledger_accounts (id, asset)
);

-- How much USDAU was issued is asked often, and its account is an open one.
create index ledger_moves_usdau_source on ledger_moves (source) where asset = 'USDAU';
create index ledger_moves_usdau_target on ledger_moves (target) where asset = 'USDAU';

-- Each move as a guarded account sees it, numbered without gaps, with the balance it left.
create table ledger_lines (
  account bigint not null,
  version bigint not null,
  entry bigint not null,
  number smallint not null,
  incoming boolean not null,
  units_after numeric(38, 0) not null check (units_after >= 0),
  posted_at timestamptz not null,
  primary key (account, version),
  foreign key (entry, number) references ledger_moves
);

create trigger ledger_accounts_append_only before update or delete or truncate on ledger_accounts
  for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_moves_append_only before update or delete or truncate on ledger_moves
  for each statement execute function refuse_change();
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();
create trigger ledger_balances_kept before delete or truncate on ledger_balances
  for each statement execute function refuse_change();

-- Opens an account, or finds it.
create function ledger_open(account_owner text, account_asset text, account_purpose text, is_guarded boolean)
returns bigint language plpgsql as $$
declare
  found_id bigint;
  found_guard boolean;
begin
  select id, guarded into found_id, found_guard from ledger_accounts
    where owner = account_owner and asset = account_asset and purpose = account_purpose;
  if found_id is null then
    insert into ledger_accounts (owner, asset, purpose, guarded)
      values (account_owner, account_asset, account_purpose, is_guarded)
      on conflict (owner, asset, purpose) do nothing returning id into found_id;
    if found_id is null then
      return ledger_open(account_owner, account_asset, account_purpose, is_guarded);
    end if;
    if is_guarded then
      insert into ledger_balances (account, house) values (found_id, account_owner = 'house');
    end if;
  elsif found_guard <> is_guarded then
    raise exception 'account % is % guarded', found_id, case when found_guard then 'already' else 'not' end;
  end if;
  return found_id;
end
$$;

-- Opens what is missing, then locks every guarded account that the entries touch, in one fixed order: whoever posts
-- waits here and nowhere later.
create function ledger_lock(entries jsonb) returns void language plpgsql as $$
declare
  sides jsonb;
  side record;
begin
  -- From here on this transaction is seen as under way: sealing waits for it before it counts an entry's number as final.
  perform pg_current_xact_id();
  select jsonb_agg(distinct both_sides.one) into sides
  from jsonb_array_elements(entries) e, jsonb_array_elements(e -> 'moves') m,
    lateral (values
      (jsonb_build_object('owner', m -> 'sourceOwner', 'asset', m -> 'asset', 'purpose', m -> 'sourcePurpose', 'guarded', m -> 'sourceGuarded')),
      (jsonb_build_object('owner', m -> 'targetOwner', 'asset', m -> 'asset', 'purpose', m -> 'targetPurpose', 'guarded', m -> 'targetGuarded'))
    ) as both_sides (one);
  -- In a fixed order too: two that open the same accounts must not wait for each other.
  for side in
    select one.* from jsonb_to_recordset(sides) as one (owner text, asset text, purpose text, guarded boolean)
    where not exists (select from ledger_accounts a where (a.owner, a.asset, a.purpose) = (one.owner, one.asset, one.purpose))
    order by one.owner, one.asset, one.purpose
  loop
    perform ledger_open(side.owner, side.asset, side.purpose, side.guarded);
  end loop;
  perform 1 from ledger_balances
    where account in (
      select a.id from jsonb_to_recordset(sides) as one (owner text, asset text, purpose text)
        join ledger_accounts a using (owner, asset, purpose))
    order by house, account
    for update;
end
$$;

-- Refuses to take more from an account than there is, and says from which.
create function ledger_refuse(of_account bigint) returns numeric language plpgsql as $$
declare
  name text;
begin
  select concat_ws('/', owner, asset, purpose) into name from ledger_accounts where id = of_account;
  raise check_violation using constraint = 'ledger_lines_units_after_check', detail = name,
    message = format('account %s has too little', name);
end
$$;

-- Writes entries whose accounts are locked. All of them or none.
create function ledger_write(entries jsonb) returns void language plpgsql as $$
begin
  with given as (
    select ordinality as n, e ->> 'reference' as reference, decode(e ->> 'hash', 'hex') as hash, e ->> 'kind' as kind,
      e ->> 'causedBy' as caused_by, (e ->> 'reverses')::bigint as reverses, e -> 'details' as details,
      e -> 'moves' as moves, clock_timestamp() as at
    from jsonb_array_elements(entries) with ordinality as given_entries (e, ordinality)
  ), inserted as (
    insert into ledger_entries (reference, request_hash, kind, caused_by, reverses, details, posted_at)
    select reference, hash, kind, caused_by, reverses, details, at from given order by n
    returning id, reference, posted_at
  ), moves as materialized (
    select given.n, inserted.id as entry, inserted.posted_at, ordinality::smallint as number, m ->> 'asset' as asset,
      source.id as source, target.id as target, (m ->> 'units')::numeric as units,
      coalesce((m ->> 'settle')::boolean, false) as settle
    from given join inserted using (reference)
      cross join jsonb_array_elements(given.moves) with ordinality as of_entry (m, ordinality)
      join ledger_accounts source on source.owner = m ->> 'sourceOwner' and source.asset = m ->> 'asset'
        and source.purpose = m ->> 'sourcePurpose'
      join ledger_accounts target on target.owner = m ->> 'targetOwner' and target.asset = m ->> 'asset'
        and target.purpose = m ->> 'targetPurpose'
  ), moved as (
    insert into ledger_moves (entry, number, asset, source, target, units)
    select entry, number, asset, source, target, units from moves
  ), settled as (
    insert into ledger_settlements (entry, number, asset) select entry, number, asset from moves where settle
  ), sides as (
    select source as account, n, number, entry, posted_at, false as incoming, -units as change from moves
    union all
    select target, n, number, entry, posted_at, true, units from moves
  ), running as materialized (
    select account, entry, number, incoming, posted_at, version,
      case when units_after < 0 then ledger_refuse(account) else units_after end as units_after
    from (
      select sides.*, balances.version + row_number() over in_order as version,
        balances.units + sum(change) over in_order as units_after
      from sides join ledger_balances balances using (account)
      window in_order as (partition by account order by n, number, incoming)) in_turn
  ), lined as (
    insert into ledger_lines (account, version, entry, number, incoming, units_after, posted_at)
    select account, version, entry, number, incoming, units_after, posted_at from running
  )
  update ledger_balances balances set units = last.units_after, version = last.version
  from (select distinct on (account) account, version, units_after from running order by account, version desc) last
  where balances.account = last.account;
end
$$;

-- Posts many entries in one call. `together`: one that cannot be posted fails them all. Otherwise it fails alone, and
-- its answer is the code and constraint by which the database refused it.
create function ledger_post(entries jsonb, together boolean)
returns table (reference text, entry bigint, replayed boolean, code text, refusal text, detail text)
language plpgsql as $$
#variable_conflict use_column
declare
  one jsonb;
  old_entry bigint;
  old_hash bytea;
  fresh jsonb := '[]';
  found_code text;
  found_constraint text;
  found_detail text;
begin
  perform ledger_lock(entries);
  for one in select * from jsonb_array_elements(entries) loop
    select e.id, e.request_hash into old_entry, old_hash from ledger_entries e where e.reference = one ->> 'reference';
    if old_entry is not null and encode(old_hash, 'hex') = one ->> 'hash' then
      return query select one ->> 'reference', old_entry, true, null::text, null::text, null::text;
    elsif together and old_entry is null then
      fresh := fresh || jsonb_build_array(one);
    elsif together then
      raise unique_violation using constraint = 'ledger_entries_reference_key', message = 'reference used for another entry';
    else
      begin
        perform ledger_write(jsonb_build_array(one));
        return query select e.reference, e.id, false, null::text, null::text, null::text
          from ledger_entries e where e.reference = one ->> 'reference';
      exception when integrity_constraint_violation or data_exception then
        get stacked diagnostics found_code = returned_sqlstate, found_constraint = constraint_name, found_detail = pg_exception_detail;
        return query select one ->> 'reference', null::bigint, false, found_code, found_constraint, found_detail;
      end;
    end if;
  end loop;
  if jsonb_array_length(fresh) > 0 then
    perform ledger_write(fresh);
    return query select e.reference, e.id, false, null::text, null::text, null::text
      from ledger_entries e join jsonb_array_elements(fresh) f on e.reference = f ->> 'reference';
  end if;
end
$$;

-- The last line of an account before a moment, 0 if there was none. Lines are numbered without gaps and in the order of
-- time, so it is found by halving: some twenty look-ups in the primary key at a million lines, and no further index.
create function ledger_version_before(of_account bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
begin
  select version into high from ledger_balances where account = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select posted_at < moment from ledger_lines where account = of_account and version = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end
$$;

-- An amount set aside: its entry moved it from `available` to `held`. It ends once: posted in whole or part, voided or
-- expired, by an entry that empties it.
create table ledger_holds (
  id bigint generated always as identity primary key,
  entry bigint not null unique references ledger_entries,
  owner text not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  expires_at timestamptz not null
);

create table ledger_hold_ends (
  hold bigint primary key references ledger_holds,
  entry bigint not null unique references ledger_entries,
  how text not null check (how in ('posted', 'voided', 'expired')),
  posted_units numeric(38, 0) not null check (posted_units >= 0),
  check ((how = 'posted') = (posted_units > 0))
);

create trigger ledger_holds_append_only before update or delete or truncate on ledger_holds
  for each statement execute function refuse_change();
create trigger ledger_hold_ends_append_only before update or delete or truncate on ledger_hold_ends
  for each statement execute function refuse_change();

-- A move of a token that also has to happen on the chain. The ledger owns these rows, the chain's worker advances them.
create table ledger_settlements (
  id bigint generated always as identity primary key,
  entry bigint not null,
  number smallint not null,
  asset text not null check (asset in ('USDT', 'QMGT', 'GCA', 'GAE', 'USDAU')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'confirmed', 'failed')),
  hash text check (hash ~ '^0x[0-9a-f]{64}$'),
  reason text,
  changed_at timestamptz not null default clock_timestamp(),
  unique (entry, number),
  foreign key (entry, number) references ledger_moves,
  check ((state in ('sent', 'confirmed')) <= (hash is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index ledger_settlements_open on ledger_settlements (id) where state <> 'confirmed';

-- Every state a settlement has been in.
create table ledger_settlement_states (
  settlement bigint not null references ledger_settlements,
  step integer not null,
  state text not null,
  hash text,
  reason text,
  at timestamptz not null,
  primary key (settlement, step)
);

create function ledger_settlement_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.id, old.entry, old.number, old.asset) is distinct from (new.id, new.entry, new.number, new.asset)
      or not (old.state, new.state) in
        (('queued', 'sent'), ('sent', 'sent'), ('sent', 'confirmed'), ('queued', 'failed'), ('sent', 'failed'), ('failed', 'queued'))
    then
      raise exception 'settlement % cannot go from % to %', old.id, old.state, new.state
        using errcode = 'restrict_violation';
    end if;
  end if;
  insert into ledger_settlement_states
    select new.id, coalesce(max(step), 0) + 1, new.state, new.hash, new.reason, new.changed_at
    from ledger_settlement_states where settlement = new.id;
  return null;
end
$$;

create trigger ledger_settlements_recorded after insert or update on ledger_settlements
  for each row execute function ledger_settlement_changes();
create trigger ledger_settlements_kept before delete or truncate on ledger_settlements
  for each statement execute function refuse_change();
create trigger ledger_settlement_states_append_only before update or delete or truncate on ledger_settlement_states
  for each statement execute function refuse_change();

-- Seals: the hash of a range of entries and of the seal before it, signed with a key that is not in the database.
create table ledger_seals (
  number bigint primary key check (number > 0),
  first_entry bigint not null,
  last_entry bigint not null unique,
  entries bigint not null check (entries >= 0),
  hash bytea not null check (length(hash) = 32),
  signature bytea not null check (length(signature) = 64),
  sealed_at timestamptz not null default clock_timestamp(),
  check (first_entry <= last_entry)
);

create trigger ledger_seals_append_only before update or delete or truncate on ledger_seals
  for each statement execute function refuse_change();

-- Entries as they are sealed and verified: everything that a customer or an auditor would be told.
create function ledger_sealed_text(first bigint, last bigint, most integer)
returns table (entry bigint, sealed text) language sql stable as $$
  select e.id, jsonb_build_array(e.id, e.reference, encode(e.request_hash, 'hex'), e.kind, e.caused_by, e.reverses,
    e.details, extract(epoch from e.posted_at),
    (select jsonb_agg(jsonb_build_array(m.number, m.asset, s.owner, s.purpose, s.guarded, t.owner, t.purpose, t.guarded, m.units::text)
        order by m.number)
      from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
      where m.entry = e.id))::text
  from ledger_entries e where e.id between first and last order by e.id limit most
$$;

-- What lies in the vault, bar by bar. Its fine grams came into the books with its entry.
create table vault_bars (
  id bigint generated always as identity primary key,
  refiner text not null check (length(refiner) between 1 and 100),
  serial text not null check (length(serial) between 1 and 100),
  -- Parts of a thousand.
  fineness numeric(6, 2) not null check (fineness > 0 and fineness <= 1000),
  gross_grams numeric(18, 6) not null check (gross_grams > 0),
  fine_units numeric(38, 0) not null check (fine_units > 0),
  entry bigint not null unique references ledger_entries,
  unique (refiner, serial)
);

create trigger vault_bars_append_only before update or delete or truncate on vault_bars
  for each statement execute function refuse_change();

-- Every row that posting needs is found by index. Left alone, the planner expects ten thousand moves of any jsonb and reads
-- whole tables for four, so that posting would slow down as the ledger grows.
alter function ledger_lock(jsonb) set enable_seqscan = off;
alter function ledger_lock(jsonb) set enable_hashjoin = off;
alter function ledger_lock(jsonb) set enable_mergejoin = off;
alter function ledger_write(jsonb) set enable_seqscan = off;
alter function ledger_write(jsonb) set enable_hashjoin = off;
alter function ledger_write(jsonb) set enable_mergejoin = off;
alter function ledger_post(jsonb, boolean) set enable_seqscan = off;
alter function ledger_post(jsonb, boolean) set enable_hashjoin = off;
alter function ledger_post(jsonb, boolean) set enable_mergejoin = off;
