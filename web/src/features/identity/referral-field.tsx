import { referralCode } from '@ingot/endpoints/identity-fields'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { CallError } from '../../lib/call-error.ts'
import { FormText, LinkButton } from '../../ui/form.tsx'
import { useIntroducer } from './queries.ts'

const typingPause = 400

const unknownTyped = 'We do not recognise this referral code. Please check it or leave the field empty.'
/** Nobody can mend what is locked; it can be taken away. */
const unknownInLink = 'We do not recognise the referral code in your link.'

/** As the server reads it: without spaces around it and in capitals. Empty when it cannot be a code at all. */
const readCode = (typed: string): string => {
  const parsed = referralCode.safeParse(typed)
  return parsed.success ? parsed.data : ''
}

/** Whose code it is, in words. Not being able to ask is no fault of the code. */
const useCheckedCode = (typed: string, unknown: string) => {
  const [settled] = useDebouncedValue(typed, typingPause)
  const isSettled = settled === typed
  const { data, error, isFetching } = useIntroducer(isSettled ? readCode(typed) : '')
  const isUnknown =
    error instanceof CallError && (error.name === 'UnknownReferralCode' || error.name === 'InvalidInput')
  if (typed.trim() === '') return { note: 'Leave it empty if nobody introduced you.' }
  if (readCode(typed) === '' || isUnknown) return { refusal: unknown }
  if (data && isSettled) return { note: `Introduced by ${data.name}` }
  if (error && !isFetching) return { note: 'We could not check the code just now. We will check it when you register.' }
  return { note: 'Checking the code' }
}

/** Checked while it is typed. A code that came with the link is locked; one that is not known can be removed. */
export const ReferralField = ({
  onRemove,
  ...props
}: TextInputProps & {
  /** Makes the field a locked one. */
  onRemove?: (() => void) | undefined
}) => {
  const { note, refusal } = useCheckedCode(String(props.value ?? ''), onRemove ? unknownInLink : unknownTyped)
  const error = props.error ? (onRemove ? unknownInLink : props.error) : refusal
  return (
    <div>
      <TextInput
        label={onRemove ? 'Referral code' : 'Referral code (optional)'}
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={onRemove !== undefined}
        rightSection={onRemove && <IconLock size={18} stroke={1.6} aria-hidden="true" />}
        {...props}
        description={error ? undefined : <span role="status">{note}</span>}
        error={error}
      />
      {onRemove && error && (
        <FormText isQuiet>
          <LinkButton onClick={onRemove}>Remove this code</LinkButton>
        </FormText>
      )}
    </div>
  )
}
