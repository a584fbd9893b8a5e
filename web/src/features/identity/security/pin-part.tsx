import { Button } from '@mantine/core'
import { useState } from 'react'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import type { Openable } from './openable.ts'
import { Part } from './part.tsx'
import { PinForm } from './pin-form.tsx'

/** The PIN that confirms each action which moves value. */
export const PinPart = ({
  isSet,
  isOpen,
  onOpen,
  onClose,
  isStep = false,
}: Openable & {
  isSet: boolean
  /** On the way to a verified account: it opens when its turn comes, and is not put off. */
  isStep?: boolean
}) => {
  const [notice, setNotice] = useState('')
  const opener = useReturnFocus(isOpen)

  const open = () => {
    setNotice('')
    onOpen()
  }
  const finish = () => {
    setNotice(isSet ? 'Your PIN was changed.' : 'Your PIN is set.')
    onClose()
  }

  return (
    <Part
      title="PIN"
      status={
        isSet
          ? 'Set. You enter it to confirm trades and transfers.'
          : 'Not set yet. Six digits that you enter to confirm trades and transfers.'
      }
      notice={notice}
      action={
        !isOpen && (
          <Button ref={opener} variant="default" onClick={open}>
            {isSet ? 'Change PIN' : 'Set a PIN'}
          </Button>
        )
      }
    >
      {isOpen && (
        <PinForm
          isFirst={!isSet}
          submitLabel={isSet ? 'Change PIN' : 'Set PIN'}
          onDone={finish}
          {...((isSet || !isStep) && { onCancel: onClose })}
        />
      )}
    </Part>
  )
}
