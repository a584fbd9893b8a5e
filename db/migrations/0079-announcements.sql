-- What operators tell everybody. Published or waiting for its time, one is read from its time on, by the clock alone.

create table announcements (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  -- Its address. It stays once it was published.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  state text not null default 'draft',
  title text not null check (length(title) between 1 and 100),
  category text not null check (category in ('news', 'product', 'maintenance', 'security', 'terms')),
  -- As it was written, and the tree that was made of it when it was.
  source text not null check (length(source) <= 20000),
  body jsonb not null,
  is_pinned boolean not null,
  -- From when on it is read; none while it is a draft.
  publish_at timestamptz,
  -- What was mended after it was published, and when; the first date stays.
  correction text,
  corrected_at timestamptz,
  version integer not null default 1,
  changed_at timestamptz not null,
  operator uuid not null,
  constraint announcements_dated check ((publish_at is null) = (state = 'draft')),
  constraint announcements_corrected check ((correction is null) = (corrected_at is null))
);
create index announcements_to_publish on announcements (publish_at) where state = 'scheduled';
create index announcements_read on announcements (publish_at) where state in ('scheduled', 'published');
create trigger announcements_kept before delete or truncate on announcements
  for each statement execute function refuse_change();

insert into state_moves (thing, from_state, to_state) values
  ('announcement', 'draft', 'scheduled'), ('announcement', 'draft', 'published'),
  ('announcement', 'scheduled', 'draft'), ('announcement', 'scheduled', 'published'),
  ('announcement', 'published', 'withdrawn');
create trigger announcements_states before update of state on announcements
  for each row when (old.state <> new.state) execute function check_state_move('announcement');

-- What each was, from its first text on.
create table announcement_versions (
  announcement uuid not null references announcements,
  version integer not null,
  title text not null,
  category text not null,
  source text not null,
  is_pinned boolean not null,
  correction text,
  changed_at timestamptz not null,
  operator uuid not null,
  primary key (announcement, version)
);
create trigger announcement_versions_append_only before update or delete or truncate on announcement_versions
  for each statement execute function refuse_change();

-- Pictures for them, by the name of their file, which nobody can guess.
create table announcement_pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  at timestamptz not null,
  operator uuid not null
);
create trigger announcement_pictures_append_only before update or delete or truncate on announcement_pictures
  for each statement execute function refuse_change();

-- Up to which moment a customer has seen what there was.
create table announcement_visits (
  customer uuid primary key,
  seen_until timestamptz not null
);
