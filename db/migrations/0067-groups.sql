-- People who save gold beside each other. A group owns none: each purchase is its member's own holding.

create table gds_groups (
  id uuid primary key,
  number bigint generated always as identity unique,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('family', 'company', 'club')),
  state text not null default 'Open',
  -- An operator gave it this name, so that its members cannot give it another.
  is_name_fixed boolean not null default false,
  -- By which others ask to join, and until when; none once it is closed.
  code text unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  code_until timestamptz,
  created_at timestamptz not null,
  constraint gds_groups_code check ((code is null) = (code_until is null))
);

insert into state_moves (thing, from_state, to_state) values
  ('gds-group', 'Open', 'Closed'), ('gds-group', 'Open', 'Archived'), ('gds-group', 'Closed', 'Archived');
create trigger gds_groups_states before update of state on gds_groups
  for each row when (old.state <> new.state) execute function check_state_move('gds-group');
create trigger gds_groups_kept before delete or truncate on gds_groups for each statement execute function refuse_change();

create table gds_members (
  -- By which other members know him: nobody learns whose it is elsewhere.
  id uuid primary key,
  group_id uuid not null references gds_groups,
  customer uuid not null,
  state text not null,
  is_creator boolean not null default false,
  -- Whether the others see how many grams he has in this group.
  shows_grams boolean not null default false,
  asked_at timestamptz not null,
  -- Of the last time that he was let in, and made an admin.
  joined_at timestamptz,
  admin_since timestamptz,
  ended_at timestamptz,
  unique (group_id, customer),
  constraint gds_members_creator check (not is_creator or state = 'Admin')
);
create unique index gds_members_creators on gds_members (group_id) where is_creator;
create index gds_members_of_customer on gds_members (customer, group_id);

insert into state_moves (thing, from_state, to_state) values
  ('gds-member', 'Requested', 'Member'), ('gds-member', 'Requested', 'Refused'), ('gds-member', 'Requested', 'Left'),
  ('gds-member', 'Refused', 'Requested'), ('gds-member', 'Left', 'Requested'),
  ('gds-member', 'Member', 'Admin'), ('gds-member', 'Admin', 'Member'),
  ('gds-member', 'Member', 'Left'), ('gds-member', 'Member', 'Removed'),
  ('gds-member', 'Admin', 'Left'), ('gds-member', 'Admin', 'Removed');
create trigger gds_members_states before update of state on gds_members
  for each row when (old.state <> new.state) execute function check_state_move('gds-member');
create trigger gds_members_kept before delete or truncate on gds_members for each statement execute function refuse_change();

-- In which group a holding was bought. It stays there, whoever leaves.
create table gds_bookings (
  holding uuid primary key references holdings,
  group_id uuid not null references gds_groups,
  customer uuid not null
);
create index gds_bookings_of_member on gds_bookings (group_id, customer);
create trigger gds_bookings_append_only before update or delete or truncate on gds_bookings
  for each statement execute function refuse_change();

-- Names that somebody found wrong.
create table gds_reports (
  id uuid primary key,
  group_id uuid not null references gds_groups,
  customer uuid not null,
  -- As it was by then.
  name text not null,
  why text not null check (why in ('offensive', 'misleading', 'personal', 'other')),
  at timestamptz not null,
  state text not null default 'New',
  decided_at timestamptz
);
create unique index gds_reports_open on gds_reports (group_id, customer) where state = 'New';
create index gds_reports_waiting on gds_reports (at, id) where state = 'New';

insert into state_moves (thing, from_state, to_state) values
  ('gds-report', 'New', 'Renamed'), ('gds-report', 'New', 'Closed'), ('gds-report', 'New', 'Dismissed');
create trigger gds_reports_states before update of state on gds_reports
  for each row when (old.state <> new.state) execute function check_state_move('gds-report');

-- What is bought in a group is a holding like others, whose grams are nowhere but in the books and the vault.
create or replace function is_sound(lot holdings) returns boolean language plpgsql immutable as $$
declare
  open numeric := lot.available_units + lot.clearing_units + lot.withdrawing_units + lot.estate_units;
begin
  return lot.product in ('GAE', 'GAEX', 'GCA', 'GDS')
    and lot.asset = case lot.product when 'GCA' then 'GCA' when 'GDS' then 'GDS' else 'GAE' end
    and least(lot.units, lot.booking_units, lot.cost_units, lot.paid_units) > 0
    and least(lot.fee_units, lot.open_cost_units, lot.paid_out_units) >= 0
    and least(lot.available_units, lot.clearing_units, lot.withdrawing_units, lot.estate_units) >= 0
    and least(lot.terminated_units, lot.delivered_units, lot.passed_units, lot.reversed_units) >= 0
    and lot.units = open + lot.terminated_units + lot.delivered_units + lot.passed_units + lot.reversed_units
    and lot.state = public.holding_state(
      lot.units, open, lot.terminated_units, lot.delivered_units, lot.passed_units, lot.reversed_units);
end
$$;

create or replace function is_sound(sums holding_positions) returns boolean language plpgsql immutable as $$
begin
  return sums.product in ('GAE', 'GAEX', 'GCA', 'GDS') and sums.holdings >= 0
    and least(sums.open_units, sums.available_units, sums.cost_units, sums.paid_out_units) >= 0;
end
$$;

alter table holding_departures drop constraint holding_departures_product_check,
  add constraint holding_departures_product_check check (product in ('GAE', 'GAEX', 'GCA', 'GDS'));
alter table holding_days drop constraint holding_days_product_check,
  add constraint holding_days_product_check check (product in ('GAE', 'GAEX', 'GCA', 'GDS'));

-- Its certificates begin with three letters.
alter table documents drop constraint documents_code_check;
alter table documents add constraint documents_code_check check (code ~ '^[A-Z]{2,3}-[0-9]{4}-[0-9]{6,9}$');
