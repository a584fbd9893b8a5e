-- Which products are open, and where: what operators have said of each, over what the software begins with. One person closes;
-- to open takes two. An opening names its approval, which has two persons by itself.
create table product_switches (
  id bigint generated always as identity primary key,
  product text not null check (product ~ '^[a-z][a-z-]{0,39}$'),
  country text not null check (country = 'all' or country ~ '^[A-Z]{2}$'),
  is_open boolean not null,
  asker uuid not null,
  approver uuid check (approver <> asker),
  reason text not null check (reason <> ''),
  approval uuid unique references approvals,
  at timestamptz not null,
  constraint two_persons_open check (not is_open or approver is not null),
  constraint approved_by_approval check ((approver is null) = (approval is null))
);
create index product_switches_newest on product_switches (product, country, id desc);
create trigger product_switches_append_only before update or delete or truncate on product_switches
  for each statement execute function refuse_change();

-- Where a customer lives, as it was when he was let in: what is sealed cannot be asked with every call. Of those who were let in
-- before, it is kept when the provider is asked about them next, within a day.
alter table customers add column residence text check (residence ~ '^[A-Z]{2}$');
