import { expect, test } from 'vitest';
import { typedPlace } from './typed-place.ts';

test.each([
  ['52.52001, 13.40495', 52.52001, 13.40495],
  // As the sentence says that refuses what is no place.
  ['52.52, 13.405', 52.52, 13.405],
  ['-33.8688 151.2093', -33.8688, 151.2093],
  ['geo:48.2010,16.3695?z=19', 48.201, 16.3695],
  ['8FVC9G8F+6W', 47.365562, 8.524813],
  ['8fvc9g8f+6wq, Zürich', 47.365587, 8.524859],
  ['https://www.google.com/maps/place/X/@52.1,13.1,17z/data=!3d52.52!4d13.405', 52.52, 13.405],
  ['https://maps.google.com/?q=52.52,13.405', 52.52, 13.405],
  ['https://www.google.com/maps/search/?api=1&query=52.52%2C13.405', 52.52, 13.405],
  ['https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=18/52.1/13.1', 52.52, 13.405],
  ['https://www.openstreetmap.org/#map=18/52.52/13.405', 52.52, 13.405],
  ['https://maps.apple.com/?ll=52.52,13.405', 52.52, 13.405],
  ['https://www.bing.com/maps?cp=52.52~13.405', 52.52, 13.405],
])('I10 %s is recognised as a place', (text, lat, lng) => {
  expect(typedPlace(text)).toEqual({ lat, lng });
});

test.each([
  '12, 14 Main Street',
  '12 14',
  '12.14 13.15',
  '1 Table Street',
  '99.123, 13.405',
  '9G8F+6W Zürich',
  '8FVC9G8F+',
  'Unit 2345678C9+22X4',
  '52.52001, 213.405',
  'https://example.com/',
])('I10 %s is no place', (text) => {
  expect(typedPlace(text)).toBeNull();
});
