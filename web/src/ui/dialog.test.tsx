import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { renderInTheme } from './test-render.tsx'

const show = (props: Partial<Parameters<typeof Dialog>[0]> = {}) => {
  const onClose = vi.fn()
  const shown = renderInTheme(
    <Dialog title="name" className={undefined} onClose={onClose} {...props}>
      <h2 id="name">Question</h2>
      <button type="button">First</button>
      <select aria-label="Last" />
    </Dialog>,
  )
  return { onClose, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Question' }), ...shown }
}

const ways: [way: string, close: (dialog: HTMLDialogElement) => void][] = [
  ['Escape', (dialog) => fireEvent.keyDown(dialog, { key: 'Escape' })],
  ['a press beside it', (dialog) => fireEvent.mouseDown(dialog)],
  ['what else the browser has', (dialog) => act(() => dialog.close())],
]

it.each(ways)('asks to be closed by %s', (_way, close) => {
  const { dialog, onClose } = show()
  close(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})

it.each(ways)('that must not be closed stays open after %s', (_way, close) => {
  const { dialog, onClose } = show({ canClose: false })
  close(dialog)
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog.open).toBe(true)
})

it('that somebody is writing into is not closed by a press beside it', () => {
  const { dialog, onClose } = show({ closesBeside: false })
  fireEvent.mouseDown(dialog)
  expect(onClose).not.toHaveBeenCalled()
})

it('asks for nothing when it is taken away', () => {
  const { onClose, unmount } = show()
  unmount()
  expect(onClose).not.toHaveBeenCalled()
})

it('keeps the keyboard going round, from its last field to its first', () => {
  show()
  screen.getByRole('combobox', { name: 'Last' }).focus()
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' })).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }))
})

it('gives the focus to the heading of the page when what had it before has gone with another page', () => {
  const [button, main] = [document.createElement('button'), document.createElement('main')]
  main.innerHTML = '<h1 tabindex="-1">Another page</h1>'
  document.body.append(button, main)
  button.focus()
  const { unmount } = show()
  button.remove()
  unmount()
  expect(document.activeElement?.textContent).toBe('Another page')
  main.remove()
})
