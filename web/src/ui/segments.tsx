import { useId } from 'react'
import classes from './segments.module.css'

/** One of a few, all of them in sight. Radio buttons beneath, so that the keyboard and screen readers know them. */
export const Segments = <Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly { value: Value; label: string }[]
  /** Undefined while it is not known yet which one it is. */
  value: Value | undefined
  onChange: (value: Value) => void
}) => {
  const name = useId()
  return (
    <div className={classes.segments} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
