import { create } from 'zustand'

const loadNotifications = () => import('@mantine/notifications')

/** The toasts' host is loaded with the first of them: most visits show none. */
export const useToastHost = create<{ isWanted: boolean }>(() => ({ isWanted: false }))

export const warmToasts = (): void => {
  // A failure shows itself when a toast is really wanted.
  loadNotifications().catch(() => undefined)
}

export const showErrorToast = (message: string): void => {
  useToastHost.setState({ isWanted: true })
  void loadNotifications().then(({ notifications }) =>
    notifications.show({ message, color: 'red', autoClose: 8000, closeButtonProps: { 'aria-label': 'Close' } }),
  )
}
