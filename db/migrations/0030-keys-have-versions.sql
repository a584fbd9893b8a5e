-- Under which key a digest was made, so that it can be counted what still hangs on an older one. Null is from before keys had ids.
-- Sealed bytes carry the id of their key themselves.
alter table backup_codes add column key text;
