import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const xp: Translation<typeof en> = {
  image_not_an_image: 'Solo imágenes JPG y PNG',
  image_jpeg2000: 'Aún no aceptamos JPEG 2000. Envía JPG o PNG',
  image_too_large: 'La imagen pesa más de 10 MB',
  image_empty: 'El archivo está vacío',
  image_gone: 'No se puede mostrar la imagen',
}
