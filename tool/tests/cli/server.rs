//! HTTP servers on the loopback interface, which send what a test wants.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server waits for a client.
pub const PATIENCE: Duration = Duration::from_secs(20);

type Handler = Box<dyn FnOnce(&mut TcpStream) + Send>;

/// Starts a server for one request. Returns its URL, and the request when it has come.
pub fn serve(respond: impl FnOnce(&mut TcpStream) + Send + 'static) -> (String, Receiver<String>) {
    serve_all(vec![Box::new(respond)])
}

/// Starts a server that sends these responses, one for each connection.
pub fn serve_each(responses: &[String]) -> (String, Receiver<String>) {
    let handlers =
        responses.iter().cloned().map(|response| -> Handler { Box::new(move |stream| drop(stream.write_all(response.as_bytes()))) });
    serve_all(handlers.collect())
}

fn serve_all(handlers: Vec<Handler>) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    listener.set_nonblocking(true).unwrap();
    let (sender, requests) = channel();
    thread::spawn(move || {
        for respond in handlers {
            let start = Instant::now();
            let mut stream = loop {
                match listener.accept() {
                    Ok((stream, _)) => break stream,
                    Err(error) if error.kind() == ErrorKind::WouldBlock && start.elapsed() < PATIENCE => {
                        thread::sleep(Duration::from_millis(2));
                    }
                    Err(_) => return,
                }
            };
            stream.set_nonblocking(false).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            let _ = sender.send(request(&mut stream));
            respond(&mut stream);
        }
    });
    (url, requests)
}

fn request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    let complete = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        body.len() >= length.unwrap_or(0)
    };
    // TLS does not send an HTTP request.
    while !complete(&bytes) && bytes != [22] {
        match stream.read(&mut byte) {
            Ok(1) => bytes.push(byte[0]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A response with `Content-Length`. The server closes the connection after it.
pub fn response(status: u16, content_type: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}
