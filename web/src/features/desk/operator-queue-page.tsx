import { useParams } from 'react-router'
import { Queue } from './queue.tsx'

/** One list for whatever waits, of every kind. */
export const OperatorQueuePage = () => {
  const { queue = '' } = useParams()
  return <Queue key={queue} queue={queue} address={`/operator/queues/${encodeURIComponent(queue)}`} />
}
