import { Button } from '@mantine/core'
import { useState } from 'react'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import type { Openable } from './openable.ts'
import { Part } from './part.tsx'
import { PinForm } from './pin-form.tsx'

/** The PIN that confirms each action which moves value. */
export const PinPart = ({ isSet, isOpen, onOpen, onClose }: Openable & { isSet: boolean }) => {
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
          ? 'Set. It confirms every action that moves value.'
          : 'Not set yet. Six digits that confirm every action that moves value.'
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
        <PinForm isFirst={!isSet} submitLabel={isSet ? 'Change PIN' : 'Set PIN'} onDone={finish} onCancel={onClose} />
      )}
    </Part>
  )
}
