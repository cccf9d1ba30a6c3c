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
  expect(typedPlace(text)).toMatchObject({ lat, lng });
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

const HERE = { lat: 52.52001, lng: 13.40495 };
test.each([
  '52.52001° N, 13.40495° E',
  'N 52.52001 E 13.40495',
  '13.40495E 52.52001N',
  '(52.52001, 13.40495)',
  '52,52001; 13,40495',
  '52,52001 13,40495',
  '52,52001, 13,40495',
  '52.52001/13.40495',
  `52°31'12.036"N 13°24'17.82"E`,
  '52° 31′ 12,036″ N, 13° 24′ 17,82″ E',
  `N52°31.2006' E13°24.297'`,
])('C681 %s is the same place in a field for places and in one for addresses', (text) => {
  expect(typedPlace(text, 'place')).toEqual({ ...HERE, precision: 'door' });
  expect(typedPlace(text)).toEqual({ ...HERE, precision: 'door' });
});

test.each([
  ['52.5, 13.4', 52.5, 13.4],
  ['12.50, 14.90', 12.5, 14.9],
  ['52,5; 13,4', 52.5, 13.4],
])('C681 %s is a place in a field for places alone', (text, lat, lng) => {
  expect(typedPlace(text, 'place')).toMatchObject({ lat, lng });
  expect(typedPlace(text)).toBeNull();
});
test('C681 the example of the refusal is a place everywhere', () => {
  expect(typedPlace('52.52, 13.405', 'place')).toMatchObject({ lat: 52.52, lng: 13.405 });
  expect(typedPlace('52.52, 13.405')).toMatchObject({ lat: 52.52, lng: 13.405 });
  expect(typedPlace('33°51\'30"S 151°12\'33.5"W')).toMatchObject({ lat: -33.858333, lng: -151.209306 });
});

test.each([
  '12, 14',
  '12 N 14 N',
  '12.5 N 13.5 N',
  `52°61'12"N 13°24'17"E`,
  '-52.5 S, 13.4 E',
  '1,50 Main Street',
  '1,2,3,4',
  '52.52',
  'Flat 2.5, 13.4',
])('C681 %s is no place in any field', (text) => {
  expect(typedPlace(text, 'place')).toBeNull();
  expect(typedPlace(text)).toBeNull();
});

test.each([
  'geo:0,0?q=52.52,13.405(Shop)',
  'geo:52.1,13.1?q=52.52,13.405',
  'https://www.google.com/maps?ll=1.5,2.5&q=52.52,13.405',
  'https://www.google.com/maps/search/52.52,+13.405?sa=X',
  'https://www.google.de/maps/place/52.52,13.405/@1.5,2.5,17z',
  "https://www.google.co.uk/maps/place/52%C2%B031'12.0%22N+13%C2%B024'18.0%22E/@1.5,2.5,17z",
  'https://www.google.com/maps/dir//52.52,13.405',
  'https://www.google.com/maps/dir/1.5,2.5/52.52,13.405/@1.5,2.5,12z/data=!3m1!3d1.5!4d2.5',
  'google.com/maps?q=52.52,13.405',
  'maps.google.com/?q=loc:52.52,13.405',
  'https://maps.apple.com/place?coordinate=52.52,13.405&name=Shop',
  'https://maps.apple.com/?q=Shop&ll=52.52,13.405',
  'https://www.bing.com/maps?where1=52.52,13.405&cp=1.5~2.5',
  'https://bing.com/maps/default.aspx?sp=point.52.52_13.405_Shop',
  'https://yandex.com/maps/?ll=1.5%2C2.5&pt=13.405,52.52',
  'https://www.waze.com/ul?ll=52.52%2C13.405&navigate=yes',
  'https://share.here.com/l/52.52,13.405,Shop',
])('C682 %s points at its place', (link) => {
  expect(typedPlace(link)).toEqual({ lat: 52.52, lng: 13.405, precision: 'door' });
});

test.each([
  'https://yandex.ru/maps/?ll=13.405%2C52.52&z=12',
  'https://wego.here.com/?map=52.52,13.405,15,normal',
  'https://www.google.com/maps/@52.52,13.405,15z',
  'https://www.google.com/maps/place/Berlin/@52.52,13.405,15z',
  'https://www.google.com/maps?q=12,14+Main+Street&ll=52.52,13.405',
  'https://maps.apple.com/?ll=52.52,13.405',
  'https://www.openstreetmap.org/#map=18/52.52/13.405',
  'https://www.bing.com/maps?cp=52.52~13.405',
  'geo:52.52,13.405?q=Shop',
])('C682 %s shows a map, whose middle is no door', (link) => {
  expect(typedPlace(link)).toEqual({ lat: 52.52, lng: 13.405, precision: 'street' });
});

test('C682 a link of plus.codes is its code', () => {
  const place = typedPlace('9F4MGC92+RR');
  expect(typedPlace('https://plus.codes/9F4MGC92+RR')).toEqual(place);
  expect(typedPlace('plus.codes/9F4MGC92%2BRR')).toEqual(place);
});

test.each([
  'geo:0,0?q=Main+Street+1',
  'https://example.com/?q=52.52,13.405',
  'https://example.com/@52.52,13.405',
  'https://google.com.example.com/maps?q=52.52,13.405',
  'https://www.google.com/maps/search/?api=1&query=12,14+Main+Street',
  'https://www.google.com/maps/dir/52.52,13.405/Berlin',
  'https://maps.app.goo.gl/abc',
  'No. 5/12.345 Street',
])('C682 %s is no place', (link) => {
  expect(typedPlace(link)).toBeNull();
});
