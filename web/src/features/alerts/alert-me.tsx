import { lazy, Suspense, useState } from 'react'
import { FormWays, LinkButton } from '../../ui/form.tsx'

// Nobody loads it who does not press.
const AlertDialog = lazy(() => import('./alert-dialog.tsx').then((module) => ({ default: module.AlertDialog })))

/** The quiet way from a price to being told of another one. */
export const AlertMe = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FormWays>
      <LinkButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Alert me
      </LinkButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AlertDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </FormWays>
  )
}
