-- Banners and texts with which customers tell others of us. Operators keep the set; each customer's own link is put in when one is asked for.

create table materials (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  kind text not null check (kind in ('banner', 'mail', 'message')),
  title text not null check (length(title) between 1 and 60),
  headline text not null check (length(headline) <= 60),
  text text not null check (length(text) <= 1500),
  sizes text[] not null,
  place integer not null,
  is_retired boolean not null default false,
  version integer not null default 1,
  changed_at timestamptz not null,
  -- None for what came with the portal.
  operator uuid,
  constraint materials_sizes check ((kind = 'banner') = (cardinality(sizes) > 0))
);
create trigger materials_kept before delete or truncate on materials for each statement execute function refuse_change();

-- What each was, from its beginning on.
create table material_versions (
  material uuid not null references materials,
  version integer not null,
  title text not null,
  headline text not null,
  text text not null,
  sizes text[] not null,
  place integer not null,
  is_retired boolean not null,
  changed_at timestamptz not null,
  operator uuid,
  primary key (material, version)
);
create trigger material_versions_append_only before update or delete or truncate on material_versions
  for each statement execute function refuse_change();

insert into materials (kind, title, headline, text, sizes, place, changed_at) values
  ('banner', 'Gold in your own name', 'Gold in your own name',
    'Save in gold by the gram. It lies in a vault, and it is yours.',
    '{1200x628,1080x1080,1080x1920,728x90,300x250}', 10, now()),
  ('banner', 'By the gram', 'Gold, by the gram',
    'Begin small, add when you like, and end it whenever you want.',
    '{1200x628,1080x1080,1080x1920,728x90,300x250}', 20, now()),
  ('mail', 'A letter to a friend', 'How I save in gold',
    E'Hello,\n\nI keep part of my savings in gold. I buy it by the gram, it lies in a vault in my own name, and I can end it whenever I want.\n\nIf you would like to look at it, this is my link. Take your time, and read what it says about risks and fees before you decide.',
    '{}', 30, now()),
  ('message', 'A short message', '', 'I save in gold, by the gram. If you would like to look at it, this is my link:', '{}', 40, now());
insert into material_versions (material, version, title, headline, text, sizes, place, is_retired, changed_at)
  select id, version, title, headline, text, sizes, place, is_retired, changed_at from materials;

-- Whom customers invited. A row goes after a year, and with it all that is known of the invited.
create table invitations (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  -- Of the address, with a key: the same one has the same. The key's id stands beside it.
  address_digest bytea not null,
  address_key text not null,
  -- The address and how the invited is called, sealed.
  sealed bytea not null,
  -- As the customer tells it from others.
  shown text not null,
  at timestamptz not null,
  unique (customer, address_digest)
);
create index invitations_of_customer on invitations (customer, number desc);
create index invitations_by_age on invitations (at);

-- To which addresses an invitation was sent, and when the last one was: in all there is one a year.
create table invited_addresses (
  digest bytea primary key,
  digest_key text not null,
  invitation uuid not null,
  sent_at timestamptz not null
);
create index invited_addresses_by_age on invited_addresses (sent_at);

-- Addresses whose owners want no more such mail. Every mail that nobody asked for looks here just before it is sent.
create table mail_stops (
  digest bytea primary key,
  digest_key text not null,
  at timestamptz not null
);
create trigger mail_stops_append_only before update or delete or truncate on mail_stops
  for each statement execute function refuse_change();
