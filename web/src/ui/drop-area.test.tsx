import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DropArea } from './drop-area.tsx'
import { renderInTheme } from './test-render.tsx'

const show = (props: Partial<Parameters<typeof DropArea>[0]> = {}) => {
  const got: string[][] = []
  renderInTheme(
    <DropArea
      button="Choose"
      label="Files"
      note="Pictures only."
      accept=".png"
      onFiles={(files) => void got.push([...files].map(({ name }) => name))}
      {...props}
    />,
  )
  const button = screen.getByRole('button', { name: 'Choose' })
  return {
    got,
    button,
    area: button.parentElement as HTMLElement,
    input: screen.getByLabelText<HTMLInputElement>('Files'),
  }
}

const [one, other] = [new File(['1'], 'one.png'), new File(['2'], 'other.png')]

it('hands on what is chosen, which may be chosen again', () => {
  const { got, input } = show({ isMany: true })
  expect([input.multiple, input.accept]).toEqual([true, '.png'])
  fireEvent.change(input, { target: { files: [one, other] } })
  fireEvent.change(input, { target: { files: [one] } })
  expect(got).toEqual([['one.png', 'other.png'], ['one.png']])
  expect(input.value).toBe('')
})

it('hands on what is dropped, shows when it is over the place, and does not let the browser open it', () => {
  const { got, area } = show()
  expect(area.dataset.over).toBe('false')
  expect(fireEvent.dragOver(area)).toBe(false)
  expect(area.dataset.over).toBe('true')
  fireEvent.dragLeave(area)
  expect(area.dataset.over).toBe('false')
  fireEvent.dragOver(area)
  expect(fireEvent.drop(area, { dataTransfer: { files: [one] } })).toBe(false)
  expect(area.dataset.over).toBe('false')
  expect(got).toEqual([['one.png']])
})

it('opens the browser’s own choice by its button, which tells what is wanted', () => {
  const { button, input } = show()
  const opened = vi.spyOn(input, 'click').mockReturnValue()
  fireEvent.click(button)
  expect(opened).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { description: 'Pictures only.' })).toBe(button)
  expect([input.hidden, input.multiple]).toEqual([true, false])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says in a form what is wrong, and is found again by it', () => {
  const { button } = show({ error: 'Too large.', marks: { 'data-path': 'file' } })
  expect(screen.getByRole('alert').textContent).toBe('Too large.')
  expect(screen.getByRole('button', { description: 'Pictures only. Too large.' })).toBe(button)
  expect(button.dataset.path).toBe('file')
})
