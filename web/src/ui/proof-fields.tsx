import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import { PasswordInput, TextInput } from '@mantine/core'

/** What an operator proves for this very decision: the password, and a code that was not used before. */
export const ProofFields = ({
  password,
  inputCode,
  onCode,
}: {
  /** What each input needs to belong to its form. */
  password: object
  inputCode: object
  onCode: (code: string) => void
}) => (
  <>
    <PasswordInput
      label="Your password"
      size="md"
      autoComplete="current-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      {...password}
    />
    <TextInput
      label="2FA code"
      description="The one your authenticator app shows now. Each works once."
      size="md"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...inputCode}
      onChange={(event) => onCode(event.currentTarget.value.replaceAll(/[\s-]/g, ''))}
    />
  </>
)
