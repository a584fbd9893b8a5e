import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { documentAddress } from '../../lib/use-making.ts'
import { useMakeReceipt } from './movement-queries.ts'

/** Opens the numbered and signed receipt of one of the customer's own movements. */
export const ReceiptButton = ({ movement }: { movement: string }) => {
  const { mutateAsync, isPending } = useMakeReceipt()
  const navigate = useNavigate()
  const open = async () => {
    const made = await mutateAsync(movement)
    if (made) await navigate(documentAddress(made.id), { viewTransition: true })
  }
  return (
    <Button variant="default" loading={isPending} onClick={() => void open()}>
      Receipt (PDF)
    </Button>
  )
}
