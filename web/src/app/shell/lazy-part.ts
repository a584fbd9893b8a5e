import { type ComponentType, lazy } from 'react'
import { showErrorToast } from '../../lib/toast.ts'

const Missing = () => null

/** For parts that open on demand: one that could not be loaded says so and leaves the page alone. */
export const lazyPart = <Props extends object = object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => {
        showErrorToast('This part could not be loaded. Please reload the page.')
        return { default: Missing }
      },
    ),
  )
