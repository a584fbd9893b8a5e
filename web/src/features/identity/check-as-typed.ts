import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

const typingPause = 700

/**
 * Says what is wrong with a field once the keyboard rests, by the rules alone: whether somebody has that e-mail or that
 * name is not asked. What the server has said of it stays.
 */
export const useCheckAsTyped = <V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  name: keyof V & string,
) => {
  const [settled] = useDebouncedValue(form.values[name], typingPause)
  const check = useEffectEvent((typed: unknown) => {
    if (typed === '' || typed !== form.values[name] || form.errors[name] !== undefined) return
    form.validateField(name)
  })
  useEffect(() => check(settled), [settled])
}
