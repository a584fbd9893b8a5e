import { useAskApproval } from '../lib/asking.ts'
import { DecisionDialog, type DecisionProps } from './decision-dialog.tsx'
import { FormText, TextLink } from './form.tsx'

const doneWords = (
  <FormText>
    Another operator has been asked. Nothing changes until it is <TextLink to="/operator/approvals">approved</TextLink>.
  </FormText>
)

/** Asks another operator for what takes two. */
export const AskApprovalDialog = <More extends Record<string, string> = Record<never, string>>({
  action,
  thing,
  givenOf = () => ({}),
  ...props
}: Pick<DecisionProps<More>, 'title' | 'children' | 'told' | 'more' | 'onClose'> & {
  action: string
  thing: string | ((more: More) => string)
  /** What the action needs to know, from the fields above the reason. */
  givenOf?: (more: More) => Record<string, string>
}) => {
  const ask = useAskApproval()
  return (
    <DecisionDialog<More>
      {...props}
      button="Ask for approval"
      takesProof
      done={doneWords}
      send={({ reason, password, inputCode, ...more }) => {
        const given = more as unknown as More
        return ask.mutateAsync({
          action,
          thing: typeof thing === 'string' ? thing : thing(given),
          given: givenOf(given),
          reason,
          password,
          inputCode,
        })
      }}
    />
  )
}
