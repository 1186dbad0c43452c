const KEY = 'countersign.first-steps'

export const isDismissed = (storage: Storage): boolean => storage.getItem(KEY) === 'done'
export const dismiss = (storage: Storage): void => storage.setItem(KEY, 'done')
export const bringBack = (storage: Storage): void => storage.removeItem(KEY)
