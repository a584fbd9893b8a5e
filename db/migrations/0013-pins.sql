-- PINs are kept as a digest under the server's key from here on. What was kept otherwise cannot be carried over: its owner
-- is asked to set a PIN before the next action that needs one.
update customers set pin_hash = null where pin_hash like '$argon2%';
