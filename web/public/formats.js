// The first format of numbers and of dates that a page makes takes a slow phone a tenth of a second. What was read for it is
// shared by all threads of the page, so this one makes them, and the page itself is not held up.
new Intl.NumberFormat(navigator.languages)
new Intl.DateTimeFormat(navigator.languages)
close()
