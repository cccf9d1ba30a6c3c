import {
  addProtocol,
  type ExpressionSpecification,
  type LayerSpecification,
  type StyleSpecification,
} from 'maplibre-gl';
import { PMTiles, Protocol, TileType } from 'pmtiles';

export type Look = 'light' | 'dark';

/** The colours of the ground; what is drawn on it has those of the page. */
const colours = {
  light: {
    ...{ land: '#f5f3ef', green: '#dde9d3', water: '#bcd9e8', building: '#e6e1d9', border: '#b9adc6' },
    ...{ road: '#ffffff', main: '#fbe6b2', edge: '#dbd5ca', text: '#47515c', halo: '#ffffff' },
  },
  dark: {
    ...{ land: '#1a2733', green: '#1c312f', water: '#103b53', building: '#223240', border: '#75698a' },
    ...{ road: '#35485b', main: '#5c5543', edge: '#131d27', text: '#c6d1db', halo: '#14202b' },
  },
};
type Colours = (typeof colours)[Look];

/** What the layers of an archive are called: by Protomaps, OpenMapTiles and Shortbread. */
const layersFor = {
  green: ['landcover', 'landuse', 'land', 'park', 'sites'],
  water: ['water', 'ocean', 'water_polygons'],
  rivers: ['waterway', 'water_lines', 'water'],
  borders: ['boundaries', 'boundary'],
  buildings: ['buildings', 'building'],
  roads: ['roads', 'transportation', 'streets'],
  roadNames: ['roads', 'transportation_name', 'street_labels'],
  places: ['places', 'place', 'place_labels'],
};

const kind: ExpressionSpecification = ['to-string', ['coalesce', ['get', 'kind'], ['get', 'class'], '']];
const isOneOf = (...kinds: string[]): ExpressionSpecification => ['in', kind, ['literal', kinds]];
const isPlant = isOneOf(
  ...['park', 'wood', 'forest', 'grass', 'meadow', 'garden', 'cemetery', 'nature_reserve', 'national_park'],
  ...['scrub', 'orchard', 'village_green', 'recreation_ground', 'golf_course', 'grassland'],
);
const isMain = isOneOf('highway', 'major_road', 'motorway', 'trunk', 'primary', 'secondary');
const isRoad: ExpressionSpecification = ['!', isOneOf('rail', 'ferry', 'transit', 'aerialway', 'pier', 'runway')];
const name: ExpressionSpecification = ['to-string', ['coalesce', ['get', 'name'], ['get', 'name:latin'], '']];
const population: ExpressionSpecification = [
  'to-number',
  ['coalesce', ['get', 'population'], ['get', 'population_rank'], 0],
];
const widthOf = (more: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  8,
  ['case', isMain, 1 + more, 0.3],
  14,
  ['case', isMain, 5 + more, 2.5 + more],
  18,
  ['case', isMain, 22 + more, 12 + more],
];

/** A layer for each of the archive's that has this meaning. */
type Draw = (id: string, from: { source: string; 'source-layer': string }) => LayerSpecification;

function vectorLayers(present: readonly string[], { text, halo, ...ground }: Colours): LayerSpecification[] {
  const each = (use: keyof typeof layersFor, suffix: string, draw: Draw) =>
    layersFor[use]
      .filter((layer) => present.includes(layer))
      .map((layer) => draw(`${use}-${layer}${suffix}`, { source: 'map', 'source-layer': layer }));
  const letters = { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.4 };
  // Without an address of glyphs the browser draws the letters, in a font of the device.
  const font = { 'text-font': ['sans-serif'], 'text-field': name };
  const line = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    { id: 'land', type: 'background', paint: { 'background-color': ground.land } },
    ...each('green', '', (id, from) => ({
      ...{ id, type: 'fill', ...from, filter: isPlant, paint: { 'fill-color': ground.green } },
    })),
    ...each('water', '', (id, from) => ({ id, type: 'fill', ...from, paint: { 'fill-color': ground.water } })),
    ...each('rivers', '', (id, from) => ({
      ...{ id, type: 'line', ...from, filter: ['==', ['geometry-type'], 'LineString'] },
      paint: { 'line-color': ground.water, 'line-width': 1.5 },
    })),
    ...each('buildings', '', (id, from) => ({
      ...{ id, type: 'fill', ...from, minzoom: 14, paint: { 'fill-color': ground.building } },
    })),
    ...each('roads', '-edge', (id, from) => ({
      ...{ id, type: 'line', ...from, minzoom: 11, filter: isRoad, layout: line },
      paint: { 'line-color': ground.edge, 'line-width': widthOf(1.5) },
    })),
    ...each('roads', '', (id, from) => ({
      ...{ id, type: 'line', ...from, filter: isRoad, layout: line },
      paint: { 'line-color': ['case', isMain, ground.main, ground.road], 'line-width': widthOf(0) },
    })),
    ...each('borders', '', (id, from) => ({
      ...{ id, type: 'line', ...from },
      paint: { 'line-color': ground.border, 'line-dasharray': [3, 2] },
    })),
    ...each('roadNames', '-name', (id, from) => ({
      ...{ id, type: 'symbol', ...from, minzoom: 13, filter: isRoad, paint: letters },
      layout: { ...font, 'symbol-placement': 'line', 'text-size': 11 },
    })),
    ...each('places', '', (id, from) => ({
      ...{ id, type: 'symbol', ...from, paint: letters },
      layout: { ...font, 'text-size': 13, 'symbol-sort-key': ['-', population] },
    })),
  ];
}

const protocol = new Protocol();
addProtocol('pmtiles', protocol.tile);

const idsOf = (layers: unknown): string[] =>
  Array.isArray(layers) ? layers.flatMap((layer) => (typeof layer?.id === 'string' ? [layer.id] : [])) : [];

/**
 * Our own style over a PMTiles file, with pictures or with shapes in it. Rejects for one that cannot be read, that has no
 * layer we know, and that none of the points, where there are any, is on.
 */
export async function openArchive(
  address: string,
  look: Look,
  points: readonly { lat: number; lng: number }[],
): Promise<StyleSpecification> {
  const url = new URL(address, location.href).href;
  const archive = protocol.get(url) ?? new PMTiles(url);
  protocol.add(archive);
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()]);
  const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = header;
  const isOn = ({ lat, lng }: { lat: number; lng: number }) =>
    lat >= minLat && lat <= maxLat && lng >= minLon && lng <= maxLon;
  if (points.length > 0 && !points.some(isOn)) throw new Error('The map ends before these places');
  const { attribution, vector_layers: layers } = Object(metadata);
  const source = {
    ...{ tiles: [`pmtiles://${url}/{z}/{x}/{y}`], minzoom: minZoom, maxzoom: maxZoom },
    bounds: [minLon, minLat, maxLon, maxLat] satisfies [number, number, number, number],
    ...(typeof attribution === 'string' && { attribution }),
  };
  const ground = colours[look];
  // Where there is no point to show.
  const middle = {
    center: [(minLon + maxLon) / 2, (minLat + maxLat) / 2] satisfies [number, number],
    zoom: header.centerZoom || minZoom,
  };
  if (header.tileType !== TileType.Mvt && header.tileType !== TileType.Mlt)
    return {
      ...{ version: 8, ...middle },
      sources: { map: { type: 'raster', tileSize: 256, ...source } },
      layers: [
        { id: 'land', type: 'background', paint: { 'background-color': ground.land } },
        {
          ...{ id: 'tiles', type: 'raster', source: 'map' },
          paint: { 'raster-brightness-max': look === 'dark' ? 0.75 : 1 },
        },
      ],
    };
  const drawn = vectorLayers(idsOf(layers), ground);
  if (drawn.length === 1) throw new Error('The map has no layers that we know');
  return {
    ...{ version: 8, ...middle },
    sources: {
      map: { type: 'vector', ...source, encoding: header.tileType === TileType.Mlt ? 'mlt' : 'mvt' },
    },
    layers: drawn,
  };
}
