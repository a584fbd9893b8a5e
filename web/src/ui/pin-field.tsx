import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/PinInput.css'
import { pinLength } from '@ingot/endpoints/identity-fields'
import { PinInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './pin-field.module.css'

/** Six masked boxes, one per digit, read as one group. */
export const PinField = ({
  label,
  value = '',
  error,
  describedBy,
  onChange,
  onComplete,
  isReadOnly = false,
  takesFocus = false,
  'data-path': path,
}: {
  label: string
  value?: string
  /** True where what is wrong is said elsewhere, under the id `describedBy`. */
  error?: ReactNode
  describedBy?: string | undefined
  onChange: (value: string) => void
  onComplete?: (value: string) => void
  isReadOnly?: boolean
  takesFocus?: boolean
  /** By which its form finds it. */
  'data-path'?: string
}) => {
  const id = useId()
  const isExplained = Boolean(error) && error !== true
  return (
    <div className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <PinInput
        // Without a name of ours the boxes get one after they were drawn, and lose focus by it.
        id={id}
        aria-labelledby={`${id}-label`}
        length={pinLength}
        type="number"
        mask
        oneTimeCode={false}
        placeholder=""
        size="lg"
        classNames={{ root: classes.boxes ?? '', pinInput: classes.box ?? '' }}
        value={value}
        error={Boolean(error)}
        readOnly={isReadOnly}
        onChange={onChange}
        {...(onComplete ? { onComplete } : {})}
        getInputProps={(index) => ({
          'aria-label': `${label}, digit ${index + 1} of ${pinLength}`,
          // The kit would take the description from a wrapper, which these boxes have not.
          withAria: false,
          'aria-invalid': Boolean(error),
          'aria-describedby': isExplained ? `${id}-error` : describedBy,
          ...(index === 0 ? { 'data-path': path, ...(takesFocus ? { 'data-autofocus': true } : {}) } : {}),
        })}
      />
      {isExplained && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
