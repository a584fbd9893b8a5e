import { useDebouncedValue } from '@mantine/hooks'
import { CallError } from '../../../lib/call-error.ts'
import { useTransferQuote, type WantedTransfer } from './queries.ts'
import { isAddress, isAmount } from './sending-rules.ts'

const typingPause = 400

const receiverNames: readonly string[] = ['ReceiverUnknown', 'ReceiverRefused']

const notAnAddress = 'This is not an address. An address is 0x followed by 40 digits or letters from a to f.'

/**
 * The quote for what was entered, once the typing pauses. What the server says about the receiver belongs to that field,
 * everything else below the form.
 */
export const useDraftQuote = (wanted: WantedTransfer, takesNames: boolean) => {
  const text = JSON.stringify(wanted)
  const [settledText] = useDebouncedValue(text, typingPause)
  const isSettled = settledText === text
  const isReceiver = (receiver: string) => receiver !== '' && (takesNames || isAddress(receiver))
  const isWhole = ({ receiver, amount }: WantedTransfer) => isReceiver(receiver) && isAmount(amount)
  const settled: WantedTransfer = JSON.parse(settledText)
  const isComplete = isWhole(wanted)
  const { data, error, isFetching, isPlaceholderData } = useTransferQuote(
    isComplete && isWhole(settled) ? settled : null,
  )
  const failure = isSettled && isComplete && error instanceof CallError ? error : null
  const isAboutReceiver = failure !== null && receiverNames.includes(failure.name)
  const saidLocally =
    isSettled && !takesNames && wanted.receiver !== '' && !isReceiver(wanted.receiver) ? notAnAddress : undefined
  return {
    /** The last one that came, also while the next is on its way: to be shown, not to be confirmed. */
    shown: isComplete && !failure ? data : undefined,
    /** The one that can be confirmed. */
    quote: isComplete && isSettled && !isPlaceholderData && !error ? data : undefined,
    receiverProblem: isAboutReceiver ? failure.message : saidLocally,
    problem: isAboutReceiver ? null : failure,
    isAsking: isComplete && !failure && (isFetching || !isSettled),
  }
}
