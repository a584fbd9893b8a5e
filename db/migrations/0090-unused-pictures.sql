-- A picture that no announcement shows any more goes after a time; that it was there stays written down.
alter table announcement_pictures add column removed_at timestamptz;
drop trigger announcement_pictures_append_only on announcement_pictures;
create trigger announcement_pictures_kept before delete or truncate on announcement_pictures
  for each statement execute function refuse_change();
