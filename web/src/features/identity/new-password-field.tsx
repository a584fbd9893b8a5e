import { passwordLongest, passwordShortest } from '@ingot/endpoints/identity-fields'
import type { PasswordInputProps } from '@mantine/core'
import { usePasswordScore } from '../../lib/password-strength.ts'
import classes from './new-password-field.module.css'
import { PasswordField } from './password-field.tsx'

type Strength = { level: 'weak' | 'fair' | 'strong'; bars: number; word: string }

const byScore: readonly Strength[] = [
  { level: 'weak', bars: 1, word: 'Very easy to guess' },
  { level: 'weak', bars: 1, word: 'Easy to guess' },
  { level: 'weak', bars: 2, word: 'Could be guessed' },
  { level: 'fair', bars: 3, word: 'Good' },
  { level: 'strong', bars: 4, word: 'Strong' },
]

const strengthOf = (password: string, score: number | undefined): Strength | undefined => {
  if (password === '') return undefined
  if (password.length < passwordShortest) return { level: 'weak', bars: 1, word: 'Too short' }
  return score === undefined ? { level: 'fair', bars: 2, word: 'Long enough' } : byScore[score]
}

const Meter = ({ strength }: { strength: Strength }) => (
  <div className={classes.meter}>
    <div className={classes.bars} data-level={strength.level} aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <span key={bar} className={classes.bar} data-filled={bar <= strength.bars || undefined} />
      ))}
    </div>
    <p className={classes.word} role="status">
      Password strength: {strength.word.toLowerCase()}
    </p>
  </div>
)

/** A password as it is chosen: long rather than complicated. The meter advises until the server has decided. */
export const NewPasswordField = ({
  ownWords = [],
  ...props
}: PasswordInputProps & {
  /** What others know about the person, and would guess first. */
  ownWords?: readonly string[]
}) => {
  const password = String(props.value ?? '')
  const strength = strengthOf(password, usePasswordScore(password, ownWords))
  return (
    <div>
      <PasswordField
        label="Password"
        description={`At least ${passwordShortest} characters. Any characters will do; a few unrelated words are hard to guess.`}
        autoComplete="new-password"
        maxLength={passwordLongest}
        {...props}
      />
      {strength && !props.error && <Meter strength={strength} />}
    </div>
  )
}
