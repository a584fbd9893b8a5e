// Plain data: the script that records the films reads it too.

export type Film = { readonly name: string; readonly title: string; readonly about: string }

/** In the order in which somebody new needs them. The files of each lie under `/videos/` by its name. */
export const films: readonly Film[] = [
  {
    name: 'register',
    title: 'Open an account',
    about: 'Sign up, open the link in the e-mail, log in and set your PIN.',
  },
  {
    name: 'two-factor',
    title: 'Turn on two-factor authentication',
    about: 'Link an authenticator app and keep the backup codes.',
  },
  { name: 'verify', title: 'Verify your identity', about: 'Tell us who you are and show a document.' },
  { name: 'deposit', title: 'Deposit dollars', about: 'Find your wallet address and see a deposit arrive.' },
  {
    name: 'buy',
    title: 'Buy gold',
    about: 'Read a quote with its price, spread and fee, and confirm it with your PIN.',
  },
  { name: 'plan', title: 'Save by plan', about: 'Set up a purchase that repeats every month.' },
  { name: 'terminate', title: 'End a holding', about: 'End a part of a GAE holding and read the summary.' },
  { name: 'withdraw', title: 'Take gold out as bars', about: 'Choose bars, see what they cost, and ask for them.' },
]

/** Where the files of a film are. */
export const filesOf = ({ name }: Pick<Film, 'name'>) => ({
  film: `/videos/${name}.webm`,
  captions: `/videos/${name}.vtt`,
  chapters: `/videos/${name}.chapters.vtt`,
  poster: `/videos/${name}.jpg`,
})
