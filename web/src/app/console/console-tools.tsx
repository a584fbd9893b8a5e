import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { closePart, openPart, useOpenPart } from '../shell/open-part.ts'
import { Palette } from './palette.tsx'

/** Ctrl K, or ⌘ K where that is the custom. */
const usePaletteKey = () =>
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Not over a dialog that waits for an answer.
      if (document.querySelector('dialog[open]')) return
      openPart('palette')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

/** What the header has for operators: the way to anything by its name. */
export const ConsoleTools = () => {
  const isOpen = useOpenPart(({ part }) => part === 'palette')
  usePaletteKey()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={44}
        aria-label="Find"
        title="Find (Ctrl K)"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => openPart('palette')}
      >
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      {isOpen && <Palette onClose={() => closePart('palette')} />}
    </>
  )
}
